// The roles of an application, and the dialog for a new one (R2.5-35, R5.4-07).
import { SquarePen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#contract/kernel/locale.ts'
import { type ApplicationRole, applicationRoles } from '#contract/application-roles.ts'
import type { Application } from '#contract/applications.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useParts } from '#web/lib/parts.tsx'
import { AppLink, useGo } from '#web/ui/app-link.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { Column, RowAction } from '#web/ui/entity-table/types.ts'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { applicationPath } from './app-cells.tsx'
import { useRules } from './rules.ts'

const rolePath = ({ applicationId, id }: Pick<ApplicationRole, 'applicationId' | 'id'>) =>
  `${applicationPath(applicationId)}/roles/${id}`

const NewRole = ({
  application,
  onOpen,
  onClose,
}: {
  application: Application
  onOpen: (role: ApplicationRole) => void
  onClose: () => void
}) => {
  const { t } = useTranslation('applications')
  const rules = useRules()
  const create = useWrite(applicationRoles.create)
  const form = useForm({ name: '', description: '' }, (values) => ({
    name: rules.text(values.name),
    description: rules.description(values.description),
  }))
  const { values, set, errorOf, leave } = form
  const run = async (input: { name: string; description: string }) => {
    const made = await create.mutateAsync({ params: { appId: application.id }, input })
    showNotice({ kind: 'success', title: t('roleMade', { name: made.name }) })
    onOpen(made)
  }
  return (
    <FormDialog
      title={t('newRole')}
      width={520}
      form={form}
      busy={create.isPending}
      verb={t('create')}
      onSubmit={form.send(run)}
      onClose={onClose}
    >
      <div className="fields">
        <Field label={t('roleName')} required wide hint={t('roleNameHint')} error={errorOf('name')}>
          <TextInput
            autoFocus
            value={values.name}
            autoComplete="off"
            onBlur={() => leave('name')}
            onChange={({ target }) => set('name', target.value)}
          />
        </Field>
        <Field label={t('description')} wide error={errorOf('description')}>
          <TextArea
            value={values.description}
            onBlur={() => leave('description')}
            onChange={({ target }) => set('description', target.value)}
          />
        </Field>
      </div>
    </FormDialog>
  )
}

const useColumns = (): readonly Column<ApplicationRole>[] => {
  const { t, i18n } = useTranslation('applications')
  const marks = (role: ApplicationRole) =>
    [
      role.byHierarchy && t('byHierarchy'),
      role.operationRequestVisibility && t('requestable'),
      role.serviceManagerVisibility && t('byServiceManagers'),
    ].filter((word) => word !== false)
  return [
    {
      key: 'name',
      title: t('role'),
      cell: (role) => (
        <b>
          <AppLink href={rolePath(role)}>{role.name}</AppLink>
        </b>
      ),
    },
    {
      key: 'description',
      title: t('description'),
      hideBelow: 768,
      cell: ({ description }) => description ?? <span className="mut">–</span>,
    },
    {
      key: 'marks',
      title: t('given'),
      sortable: false,
      hideBelow: 1280,
      cell: (role) => (
        <span className="ap-tags">
          {marks(role).map((word) => (
            <span key={word} className="tag">
              {word}
            </span>
          ))}
        </span>
      ),
    },
    {
      key: 'usedBy',
      title: t('members'),
      width: 110,
      cell: ({ usedBy }) => usedBy.toLocaleString(localeOf(i18n.language)),
    },
  ]
}

const useActions = (): readonly RowAction<ApplicationRole>[] => {
  const { t } = useTranslation('applications')
  const remove = useWrite(applicationRoles.remove)
  const { previewOf, undoRemoval } = useParts()
  const run = async ({ applicationId, id }: ApplicationRole, seen?: string) => {
    await remove.mutateAsync({ params: { appId: applicationId, id }, seen })
    showNotice({ kind: 'success', title: t('roleRemoved'), action: undoRemoval?.([id]) })
  }
  return [
    { id: 'open', label: t('openRole'), icon: <SquarePen size={16} />, run: () => {}, href: rolePath },
    {
      id: 'remove',
      label: t('removeRole'),
      icon: <Trash2 size={16} />,
      danger: true,
      when: ({ system }) => (system ? t('roleStays') : true),
      run,
      confirm: ({ applicationId, id, name, usedBy }) => ({
        title: t('removeRoleAsk', { name }),
        body: t('removeRoleText', { count: usedBy }),
        ok: t('removeRole'),
        keep: t('keep'),
        review: previewOf?.({ kind: 'deleteRole', applicationId, roleId: id }),
      }),
    },
  ]
}

export const RolesTab = ({ application }: { application: Application }) => {
  const { t } = useTranslation('applications')
  const go = useGo()
  const [creating, create] = useState(false)
  const [columns, actions] = [useColumns(), useActions()]
  return (
    <>
      <EntityTable
        list={{
          id: 'application-roles',
          title: t('roles'),
          embedded: true,
          list: applicationRoles.list,
          params: { appId: application.id },
          rowKey: ({ id }) => id,
          rowLabel: ({ name }) => name,
          columns,
          actions,
          defaultSort: 'name asc',
          empty: { title: t('noRoles'), hint: t('noRolesHint') },
          ...(!application.system && {
            add: { label: t('newRole'), may: applicationRoles.create, open: () => create(true) },
          }),
        }}
      />
      {creating && (
        <NewRole application={application} onOpen={(role) => go(rolePath(role))} onClose={() => create(false)} />
      )}
    </>
  )
}
