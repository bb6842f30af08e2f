// /admin/control-pats (R2.5-15): everyone's personal access tokens, which God reads and revokes.
import { useTranslation } from 'react-i18next'
import { type AccessToken, accessTokens } from '#contract/access-tokens.ts'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { useRevocation, useTokenColumns, useTokenFilters } from './token-list.tsx'

export const EveryAccessTokenPage = () => {
  const { t } = useTranslation('access-tokens')
  const columns = useTokenColumns()
  const rowLabel = ({ name, createByName }: AccessToken) => t('tokenOf', { name, owner: createByName })
  const list: ListDef<AccessToken> = {
    id: 'control-pats',
    title: t('everyTitle'),
    description: t('everyDescription'),
    list: accessTokens.all,
    rowKey: ({ id }) => id,
    rowLabel,
    defaultSort: 'createByName asc',
    columns: [
      columns.name,
      columns.createByName,
      columns.applicationName,
      columns.expiresAt,
      columns.state,
      columns.lastDateOfUse,
      columns.createdOn,
    ],
    filters: useTokenFilters(),
    stacks: true,
    ...useRevocation(rowLabel),
    empty: { title: t('everyNone'), hint: t('everyNoneHint') },
  }
  return <EntityTable list={list} />
}
