// Up to where the log is sealed, and what its last verification found; read again while one is at work.
import { Shield, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LogChain } from '#contract/log-entries.ts'
import { logs } from '#contract/logs.ts'
import { codeText, useCodeTexts } from '#web/lib/code-texts.ts'
import { formatMoment } from '#web/lib/format.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { tip } from '#web/ui/tip.tsx'

const everySeconds = 3

const useSaid = ({ sealed, verified }: LogChain) => {
  const { t } = useTranslation('logs')
  useCodeTexts()
  const broken = verified?.firstBreak
  const found = () => {
    if (!verified) return t('chainUnverified')
    const when = relativeTime(verified.on)
    if (!broken) return t('chainWhole', { when, entries: verified.entries })
    return t('chainBroken', { when, break: codeText(`log-${broken.what}`, { number: broken.number }) ?? broken.what })
  }
  const rest = ({ unsealed = 0 }: { unsealed?: number | undefined }) =>
    unsealed > 0 ? t('chainUnsealed', { count: unsealed }) : ''
  const heads = ({ heads: sent = 0 }: { heads?: number | undefined }) =>
    sent > 0 ? t('chainHeads', { count: sent }) : ''
  return {
    upTo: sealed
      ? t('chainSealed', { entry: sealed.lastEntry, when: relativeTime(sealed.sealedOn) })
      : t('chainNothing'),
    found: found(),
    // What the sentence before does not cover, and what stands behind it.
    more: verified && !broken ? [rest(verified), heads(verified)].filter((text) => text !== '') : [],
  }
}

const Line = ({ chain, busy, onVerify }: { chain: LogChain; busy: boolean; onVerify: () => void }) => {
  const { t } = useTranslation('logs')
  const { upTo, found, more } = useSaid(chain)
  const state = chain.verified === null ? 'open' : chain.verified.firstBreak ? 'bad' : 'whole'
  const Icon = { open: Shield, bad: ShieldAlert, whole: ShieldCheck }[state]
  return (
    <div className={`lg-chain ${state}`}>
      <Icon size={16} aria-hidden="true" />
      <p role="status">
        <span {...tip(chain.sealed ? formatMoment(chain.sealed.sealedOn) : undefined)}>{upTo}</span>{' '}
        <span {...tip(chain.verified ? formatMoment(chain.verified.on) : undefined)}>{found}</span>
        {more.map((text) => (
          <span key={text}> {text}</span>
        ))}
      </p>
      <Button className="b sm" off={busy} aria-busy={busy} onClick={onVerify}>
        {t('verifyNow')}
      </Button>
    </div>
  )
}

export const ChainLine = () => {
  const { t } = useTranslation('logs')
  const may = useMay(logs.chain)
  /** What the last verification was when another one was asked for. */
  const [waiting, setWaiting] = useState<{ before: string | undefined }>()
  const chain = useRead(logs.chain, undefined, { when: may, ...(waiting && { every: everySeconds * 1_000 }) }).data
  const verify = useWrite(logs.verify)
  const last = chain?.verified?.on
  if (waiting && last !== waiting.before) setWaiting(undefined)
  const run = async () => {
    try {
      await verify.mutateAsync({})
      setWaiting({ before: last })
      showNotice({ kind: 'success', title: t('verifying') })
    } catch (error) {
      showFailure(t('notVerified'), error)
    }
  }
  return may && chain ? (
    <Line chain={chain} busy={verify.isPending || waiting !== undefined} onVerify={() => void run()} />
  ) : null
}
