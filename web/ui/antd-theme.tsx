// antd in our clothes; loaded only by screens and dialogs that need it.
import { ConfigProvider, theme, type ThemeConfig } from 'antd'
import { type ReactNode, useSyncExternalStore } from 'react'
import { nonce } from '#web/lib/nonce.ts'
import { currentTheme, onThemeChange } from '#web/lib/theme.ts'

const fontFamily = "'Geist Variable', 'Geist Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

const light: ThemeConfig = {
  cssVar: { prefix: 'ip', key: 'ip' },
  hashed: false,
  token: {
    colorPrimary: '#2B4AE0', colorInfo: '#2B4AE0', colorLink: '#2340CC', colorSuccess: '#0B7A53', colorWarning: '#9A5B00', colorError: '#C42B3D',
    colorText: '#18213B', colorTextSecondary: '#45506B', colorTextTertiary: '#66708A', colorTextDescription: '#66708A', colorTextPlaceholder: '#66708A',
    colorBgLayout: '#F7F8FC', colorBgContainer: '#FFFFFF', colorBorder: '#D6DBE8', colorBorderSecondary: '#E7EAF3', colorSplit: '#E7EAF3',
    borderRadius: 8, borderRadiusLG: 12, borderRadiusSM: 6, borderRadiusXS: 4,
    fontFamily, fontSize: 14, fontSizeHeading1: 32, fontSizeHeading2: 24, fontSizeHeading3: 20, fontSizeHeading4: 16, fontWeightStrong: 600,
    controlHeight: 36, controlHeightLG: 44, controlHeightSM: 28, lineHeight: 1.5, controlOutlineWidth: 3,
    boxShadow: '0 1px 2px rgba(14,21,48,.06), 0 4px 12px rgba(14,21,48,.06)',
    boxShadowSecondary: '0 8px 24px rgba(14,21,48,.12), 0 2px 6px rgba(14,21,48,.08)',
    motionDurationFast: '0.1s', motionDurationMid: '0.16s', motionDurationSlow: '0.22s',
  },
  components: {
    Button: { fontWeight: 500, primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
    Tabs: { titleFontSize: 14, horizontalItemPadding: '10px 2px' },
    Modal: { titleFontSize: 18 },
  },
}

const dark: ThemeConfig = {
  ...light,
  algorithm: theme.darkAlgorithm,
  token: {
    ...light.token,
    colorPrimary: '#4664EE', colorInfo: '#6E88FA', colorLink: '#9DB0FF', colorSuccess: '#3DBB86', colorWarning: '#E0A13A', colorError: '#F0707F',
    colorText: '#E8ECF8', colorTextSecondary: '#B3BCD6', colorTextTertiary: '#8C97B8', colorTextDescription: '#8C97B8', colorTextPlaceholder: '#8C97B8',
    colorBgLayout: '#0B1020', colorBgContainer: '#121831', colorBgElevated: '#182040', colorBorder: '#28314F', colorBorderSecondary: '#1F2744', colorSplit: '#1F2744',
  },
}

export const AntdTheme = ({ children }: { children: ReactNode }) => {
  const chosen = useSyncExternalStore(onThemeChange, currentTheme)
  return <ConfigProvider theme={chosen === 'dark' ? dark : light} csp={{ nonce: nonce() ?? '' }}>{children}</ConfigProvider>
}
