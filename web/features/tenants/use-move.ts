// Moving a tenant: done, and offered back for a while (rule 18); refused, in the server's words (R4.11-04).
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accessHistory } from '#contract/access-history.ts'
import { tenants } from '#contract/tenants.ts'
import { type TenantItem } from '#contract/tenant-entry.ts'
import { showNotice } from '#web/lib/notices.ts'
import { isProblem, problemTextOr } from '#web/lib/problem.ts'
import { resourceOf, useWrite } from '#web/lib/use-endpoint.ts'

export type MovableTenant = Pick<TenantItem, 'id' | 'title' | 'parentId'>
export type Move = { readonly tenant: Pick<TenantItem, 'id' | 'title'>; readonly to: Pick<TenantItem, 'id' | 'title'> }

export const useMove = () => {
  const { t } = useTranslation('tenants')
  const write = useWrite(tenants.changeParent)
  const answers = useQueryClient()
  const put = async (tenant: Move['tenant'], newParentId: string | null, seen?: string) => {
    try {
      await write.mutateAsync({ params: { tenantId: tenant.id }, input: { newParentId }, seen })
      // Kept under another resource; of that one, the question that is still open is not asked again.
      void answers.invalidateQueries({ queryKey: [resourceOf(accessHistory.moves), accessHistory.moves.path] })
      return true
    } catch (error) {
      // The question is asked again, with what it would do by now.
      if (isProblem(error, 412)) throw error
      showNotice({
        kind: 'error',
        title: t('notMoved', { title: tenant.title }),
        text: problemTextOr(error, t('unexpected')),
      })
      return false
    }
  }
  const back = async (tenant: Move['tenant'], before: string | null) => {
    if (await put(tenant, before)) showNotice({ kind: 'success', title: t('movedBack', { title: tenant.title }) })
  }
  return async ({ tenant, to }: Move, before: string | null, seen?: string) => {
    if (!(await put(tenant, to.id, seen))) return
    showNotice({
      kind: 'success',
      title: t('moved', { title: tenant.title, to: to.title }),
      action: { label: t('table:undo'), run: () => void back(tenant, before) },
    })
  }
}
