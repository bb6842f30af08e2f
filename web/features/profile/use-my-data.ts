// The copy of one's data: prepared in the background. Whoever waits on this page has the file at its end; a
// notification keeps it for a day.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Notification, notifications } from '#contract/notifications.ts'
import { personalData } from '#contract/personal-data.ts'
import { call } from '#web/lib/client.ts'
import { showFailure } from '#web/lib/notices.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'

const lookEvery = 2_000

const isCopy = ({ type }: { type: string }) => type === 'ExportMyData'

const download = async (file: NonNullable<Notification['file']>) => {
  const got = await call(notifications.downloadExcel, { query: { url: file.url } })
  saveFile(new File([got], file.name))
}

/** Those that were told, and whether one is under way; asked again and again while somebody waits for it. */
const useCopies = (waits: boolean) => {
  const every = waits ? lookEvery : 0
  const news = useRead(notifications.active, {}, { every })
  const jobs = useRead(notifications.tasks, {}, { every })
  return { notices: (news.data?.items ?? []).filter(isCopy), running: jobs.data?.items.some(isCopy) ?? false }
}

export const useMyData = () => {
  const { t } = useTranslation('errors')
  /** The notifications that were there before one asked. */
  const [known, setKnown] = useState<readonly string[]>()
  const [waits, setWaits] = useState(false)
  const prepare = useWrite(personalData.prepare)
  const { notices, running } = useCopies(waits)
  const arrived = known && notices.find(({ id }) => !known.includes(id))
  const file = arrived?.file
  if (waits && arrived) setWaits(false)
  useEffect(() => {
    if (file) download(file).catch((error: unknown) => showFailure(t('failedAction'), error))
  }, [file, t])
  return {
    busy: prepare.isPending || waits || running,
    ask: async () => {
      try {
        setKnown(notices.map(({ id }) => id))
        await prepare.mutateAsync({})
        setWaits(true)
      } catch (error) {
        showFailure(t('failedAction'), error)
      }
    },
  }
}
