// What is done in the background: deliveries, and what the clock does with them.
export { deliverWebhook, deliveryRetries, deliveryJob } from './deliver.ts'
export { sendDeliveriesAgain } from './deliveries.ts'
export { purgeDeliveries, watchWebhooks } from './failing.ts'
