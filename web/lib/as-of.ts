// The past day that a page shows, as the contract writes it: a filter of its members that stands in the address.
import { useNavigate, useSearch } from '@tanstack/react-router'

const key = 'f.asOf'

export const useAsOf = () => (useSearch({ strict: false }) as { [key]?: string })[key] || undefined

export const useBackToToday = () => {
  const { [key]: _, ...others } = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  return () => void navigate({ to: '.', search: others, resetScroll: false })
}
