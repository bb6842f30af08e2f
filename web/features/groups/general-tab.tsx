// The general properties: an Administrator's to change; an automated group keeps its name and its area.
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { groups } from '#contract/groups.ts'
import type { Group } from '#contract/group-entry.ts'
import { formatDate } from '#web/lib/format.ts'
import { showNotice } from '#web/lib/notices.ts'
import type { useWrite } from '#web/lib/use-endpoint.ts'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { GroupFields } from './group-fields.tsx'
import type { StoredGroupForm } from './group-form.ts'

const Glance = ({ group }: { group: Group }) => {
  const { t } = useTranslation('groups')
  const lines: [string, string | number][] = [
    [t('members'), group.memberCount ?? t('bySystem')],
    [t('createdBy'), group.createBy ?? t('shell:notSet')],
    [t('createdOn'), formatDate(group.createOn)],
  ]
  return (
    <section className="card glance" aria-labelledby="glance">
      <h2 id="glance">{t('glance')}</h2>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const useNames = () => {
  const { t } = useTranslation('groups')
  return { name: t('name'), areaId: t('area'), description: t('description') }
}

const Footer = ({ form, busy }: { form: StoredGroupForm; busy: boolean }) => {
  const { t } = useTranslation('groups')
  const names = useNames()
  const count = form.changed.length
  return (
    <footer className="form-foot">
      {count > 0 && (
        <p role="status">
          <CircleAlert size={16} aria-hidden="true" />
          {t('notSaved', { count, fields: form.changed.map((field) => names[field]).join(', ') })}
        </p>
      )}
      <span className="sp" />
      <button type="button" className="b" disabled={count === 0 || busy} onClick={form.reset}>
        {t('shell:cancel')}
      </button>
      <button type="submit" className="b pri" disabled={count === 0 || busy} aria-busy={busy}>
        {t('save')}
      </button>
    </footer>
  )
}

const notes = { reader: 'readOnlyNote', automated: 'automatedNote', free: undefined } as const
const fixedFor = { reader: ['name', 'areaId', 'description'], automated: ['name', 'areaId'], free: [] } as const

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
        {mayChange && <Footer form={form} busy={save.isPending} />}
      </form>
      <Glance group={group} />
    </div>
  )
}
