// /admin/pats (R2.5-12): the reader's own personal access tokens.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccessToken, accessTokens } from '#contract/access-tokens.ts'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { useRevocation, useTokenColumns, useTokenFilters } from './token-list.tsx'

export const AccessTokensPage = () => {
  const { t } = useTranslation('access-tokens')
  const [making, setMaking] = useState(false)
  const columns = useTokenColumns()
  const list: ListDef<AccessToken> = {
    id: 'pats',
    title: t('title'),
    description: t('description'),
    list: accessTokens.list,
    rowKey: ({ id }) => id,
    rowLabel: ({ name }) => name,
    defaultSort: 'name asc',
    columns: [
      { ...columns.name, edit: 'text' },
      columns.applicationName,
      columns.expiresAt,
      columns.state,
      columns.lastDateOfUse,
      columns.createdOn,
    ],
    filters: useTokenFilters(),
    stacks: true,
    add: { label: t('new'), may: accessTokens.create, open: () => setMaking(true) },
    change: { endpoint: accessTokens.change, params: ({ id }) => ({ id }) },
    ...useRevocation(({ name }) => name),
    empty: { title: t('none'), hint: t('noneHint') },
  }
  return (
    <>
      <EntityTable list={list} />
      {making && <NewTokenDialog onClose={() => setMaking(false)} />}
    </>
  )
}
