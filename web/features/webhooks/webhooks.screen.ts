import { Webhook } from 'lucide-react'
import { webhooks } from '#contract/webhooks.ts'
import { defineScreen, finds } from '#web/lib/screen.ts'

export const screen = defineScreen({
  id: 'webhooks',
  group: 'security',
  order: 3,
  path: '/admin/webhooks',
  icon: Webhook,
  for: webhooks.list,
  find: finds(webhooks.list, ({ id, name, url }) => ({ label: name, hint: url, path: `admin/webhooks/${id}` })),
})
