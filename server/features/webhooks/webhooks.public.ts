// What is done in the background: deliveries, and what the clock does with them.
export { deliverWebhook, deliveryRetries, deliveryJob } from './deliver.ts'
export { purgeDeliveries, watchWebhooks } from './failing.ts'
