// The few drawings of these pages, after lucide (ISC), so that the bundle pulls no icon package.
import type { ReactNode } from 'react'

type Size = { size?: number | undefined }

const Icon = ({ size = 18, children }: Size & { children: ReactNode }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.9"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)

export const EyeIcon = () => (
  <Icon>
    <path d="M2.1 12.3a1 1 0 0 1 0-.7 10.8 10.8 0 0 1 19.8 0 1 1 0 0 1 0 .7 10.8 10.8 0 0 1-19.8 0" />
    <circle cx="12" cy="12" r="3" />
  </Icon>
)

export const EyeOffIcon = () => (
  <Icon>
    <path d="M10.7 5.1a10.7 10.7 0 0 1 11.2 6.6 1 1 0 0 1 0 .7 10.8 10.8 0 0 1-1.4 2.5M14.1 14.2a3 3 0 0 1-4.2-4.3M17.5 17.5a10.8 10.8 0 0 1-15.4-5.2 1 1 0 0 1 0-.6A10.8 10.8 0 0 1 6.5 6.5M2 2l20 20" />
  </Icon>
)

export const ErrorIcon = ({ size }: Size) => (
  <Icon size={size}>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 8v4M12 16h.01" />
  </Icon>
)

export const CheckIcon = ({ size }: Size) => (
  <Icon size={size}>
    <circle cx="12" cy="12" r="10" />
    <path d="m8.5 12.2 2.4 2.4 4.6-5" />
  </Icon>
)

export const RingIcon = ({ size }: Size) => (
  <Icon size={size}>
    <circle cx="12" cy="12" r="10" />
  </Icon>
)

export const MailIcon = ({ size }: Size) => (
  <Icon size={size}>
    <rect x="2" y="4" width="20" height="16" rx="3" />
    <path d="m22 7.5-9 5.7a2 2 0 0 1-2 0L2 7.5" />
  </Icon>
)

export const RefreshIcon = () => (
  <Icon>
    <path d="M3 12a9 9 0 0 1 15.4-6.4L21 8M21 3v5h-5M21 12a9 9 0 0 1-15.4 6.4L3 16M3 21v-5h5" />
  </Icon>
)

export const LockIcon = ({ size }: Size) => (
  <Icon size={size}>
    <rect x="3" y="11" width="18" height="11" rx="3" />
    <path d="M7 11V7a5 5 0 0 1 10 0v4" />
  </Icon>
)

export const MicrosoftIcon = () => (
  <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
    <path fill="#F25022" d="M0 0h8.5v8.5H0z" />
    <path fill="#7FBA00" d="M9.5 0H18v8.5H9.5z" />
    <path fill="#00A4EF" d="M0 9.5h8.5V18H0z" />
    <path fill="#FFB900" d="M9.5 9.5H18V18H9.5z" />
  </svg>
)
