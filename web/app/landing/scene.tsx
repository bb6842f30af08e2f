// The door, the light on the floor, and what lies behind: a sunset, a night, or the sea.
import type { ReactNode } from 'react'

export const scenes = ['sunset', 'night', 'sea'] as const
type SceneName = (typeof scenes)[number]

const skies: Record<SceneName, readonly [string, string, string]> = {
  sunset: ['#FFE9C7', '#FFC9A3', '#F79AA0'],
  night: ['#101A55', '#2E2F86', '#7A4FA6'],
  sea: ['#DDF4FF', '#A9DDF5', '#6FC0E4'],
}

const views: Record<SceneName, ReactNode> = {
  sunset: (
    <>
      <circle cx="1086" cy="560" r="44" fill="#fff" fillOpacity=".8" />
      <path d="M930 660c50-44 90-40 130-12s80 20 110-14V760H930z" fill="#D6668A" fillOpacity=".55" />
      <path d="M930 704c60-30 110-26 150-8s70 10 90-4V760H930z" fill="#6A3FA8" fillOpacity=".6" />
    </>
  ),
  night: (
    <>
      <path d="M1102 452a34 34 0 1 0 32 46a28 28 0 0 1-32-46z" fill="#FFF3D6" />
      {[
        [968, 470],
        [1004, 430],
        [1050, 512],
        [986, 548],
        [1128, 566],
        [1030, 398],
        [1080, 408],
      ].map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="2.4" fill="#fff" fillOpacity=".85" />
      ))}
      <path d="M930 668l58-62 44 46 52-74 86 96V760H930z" fill="#34308A" />
      <path d="M930 714c60-28 120-24 160-8s60 6 80-4V760H930z" fill="#5A4AB0" />
    </>
  ),
  sea: (
    <>
      <circle cx="1010" cy="490" r="36" fill="#FFF6D8" />
      <path d="M930 628H1170V760H930z" fill="#2C86C9" />
      <path d="M930 664c30-12 60-12 90 0s60 12 90 0 40-10 60-4V760H930z" fill="#1F66AE" />
      <path d="M930 708c40-14 70-10 110 2s90 10 130-6V760H930z" fill="#F4DCA8" />
      <path d="M1104 628l20-66v66zM1098 628l-18-48v48z" fill="#fff" fillOpacity=".92" />
      <path d="M1074 628h60l-8 13h-44z" fill="#C24F3B" />
    </>
  ),
}

const Door = ({ scene }: { scene: SceneName }) => (
  <>
    <g clipPath="url(#door)">
      <rect x="930" y="340" width="240" height="420" fill="url(#sky)" />
      {views[scene]}
    </g>
    <path d="M930 760V470a120 120 0 0 1 240 0V760" fill="none" stroke="#fff" strokeWidth="5" />
    <path d="M0 760H1440V900H0z" fill="#16269B" fillOpacity=".42" />
    <path d="M930 760H1170L1330 900H770z" fill="url(#light)" />
    <path d="M1036 760v-58a11 11 0 0 1 22 0v58z" fill="#0E1530" fillOpacity=".82" />
    <circle cx="1047" cy="676" r="8.5" fill="#0E1530" fillOpacity=".82" />
  </>
)

export const Scene = ({ scene }: { scene: SceneName }) => (
  <svg
    className="land-scene"
    data-scene={scene}
    viewBox="0 0 1440 900"
    preserveAspectRatio="xMaxYMax slice"
    aria-hidden="true"
  >
    <defs>
      <linearGradient id="sky" x1="0" x2="0" y1="0" y2="1">
        {skies[scene].map((colour, index) => (
          <stop key={colour} offset={[0, 0.55, 1][index]} stopColor={colour} />
        ))}
      </linearGradient>
      <linearGradient id="light" x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="#fff" stopOpacity=".34" />
        <stop offset="1" stopColor="#fff" stopOpacity="0" />
      </linearGradient>
      <clipPath id="door">
        <path d="M930 760V470a120 120 0 0 1 240 0V760z" />
      </clipPath>
    </defs>
    {[480, 400, 330, 265, 205].map((radius, index) => (
      <path
        key={radius}
        d={`M${1050 - radius} 760V470a${radius} ${radius} 0 0 1 ${2 * radius} 0V760z`}
        fill={`rgba(255,255,255,${0.025 + index * 0.012})`}
        stroke="#fff"
        strokeOpacity={0.14 + index * 0.03}
        strokeWidth="2"
      />
    ))}
    <Door scene={scene} />
  </svg>
)
