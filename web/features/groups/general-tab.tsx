// The general properties: an Administrator's to change; an automated group keeps its name and its area.
import { useTranslation } from 'react-i18next'
import type { groups } from '#contract/groups.ts'
import type { Group } from '#contract/group-entry.ts'
import { formatDate } from '#web/lib/format.ts'
import { showNotice } from '#web/lib/notices.ts'
import type { useWrite } from '#web/lib/use-endpoint.ts'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { Glance } from '#web/ui/glance.tsx'
import '#web/ui/form-card.css'
import { GroupFields } from './group-fields.tsx'
import type { StoredGroupForm, GroupInput } from './group-form.ts'

const About = ({ group }: { group: Group }) => {
  const { t } = useTranslation('groups')
  const lines = [
    [t('members'), group.memberCount ?? t('bySystem')],
    [t('createdBy'), group.createBy ?? t('shell:notSet')],
    [t('createdOn'), formatDate(group.createOn)],
  ] as const
  return <Glance title={t('glance')} lines={lines} />
}

const useNames = () => {
  const { t } = useTranslation('groups')
  return { name: t('name'), areaId: t('area'), description: t('description') }
}

const notes = { reader: 'readOnlyNote', automated: 'automatedNote', free: undefined } as const
const fixedFor = {
  reader: ['name', 'areaId', 'description'],
  automated: ['name', 'areaId'],
  free: [],
} as const satisfies Record<string, readonly (keyof GroupInput)[]>

type Save = ReturnType<typeof useWrite<typeof groups.save>>
type Props = { group: Group; form: StoredGroupForm; save: Save; mayChange: boolean }

export const GeneralTab = ({ group, form, save, mayChange }: Props) => {
  const { t } = useTranslation('groups')
  const names = useNames()
  const submit = form.submit(async (input) => {
    form.takeOver(
      await save.mutateAsync({ params: { id: group.id }, input: { ...input, modifiedOn: form.modifiedOn } }),
    )
    showNotice({ kind: 'success', title: t('saved', { name: input.name }) })
  })
  const count = form.changed.length
  const kind = !mayChange ? 'reader' : group.automated ? 'automated' : 'free'
  const note = notes[kind]
  return (
    <div className="with-rail">
      <form className="card form-card" aria-label={t('general')} noValidate onSubmit={(event) => void submit(event)}>
        <div className="form-body">
          <FormAlert form={form} names={names} />
          {note && <p className="note">{t(note)}</p>}
          <GroupFields form={form} fixed={fixedFor[kind]} areaName={group.areaName} />
        </div>
        {mayChange && (
          <FormFoot
            dirty={count > 0}
            unsaved={t('notSaved', { count, fields: form.changed.map((field) => names[field]).join(', ') })}
            busy={save.isPending}
            verb={t('save')}
            onReset={form.reset}
          />
        )}
      </form>
      <About group={group} />
    </div>
  )
}
