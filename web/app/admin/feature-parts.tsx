// What features show on the screens of others (web/lib/parts.tsx). The answer to "Why?" stands inside, because it shows
// previews and history, too.
import type { ReactNode } from 'react'
import { AccessHistoryProvider } from '#web/features/access-history/access-history-provider.tsx'
import { AccessPreviewProvider } from '#web/features/access-preview/access-preview-provider.tsx'
import { EffectiveAccessProvider } from '#web/features/effective-access/effective-access-provider.tsx'
import { SeeAsProvider } from '#web/features/hub/see-as-provider.tsx'

export const FeatureParts = ({ children }: { children: ReactNode }) => (
  <AccessPreviewProvider>
    <AccessHistoryProvider>
      <EffectiveAccessProvider>
        <SeeAsProvider>{children}</SeeAsProvider>
      </EffectiveAccessProvider>
    </AccessHistoryProvider>
  </AccessPreviewProvider>
)
