// What shows access is read again after a change from an explanation.
import { useQueryClient } from '@tanstack/react-query'

const resources = ['access', 'tenants', 'members', 'users', 'groups']

export const useReadAgain = () => {
  const answers = useQueryClient()
  return () => Promise.all(resources.map((one) => answers.invalidateQueries({ queryKey: [one] })))
}
