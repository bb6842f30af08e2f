// The tab that is chosen stands in the address; the first one needs no word there.
import { useNavigate, useSearch } from '@tanstack/react-router'

export const useTab = (first: string) => {
  const { tab = first } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  return {
    tab,
    choose: (to: string) =>
      void navigate({
        to: '.',
        search: to === first ? {} : { tab: to },
        replace: true,
        resetScroll: false,
      }),
  }
}
