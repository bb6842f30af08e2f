-- What a webhook was not sent, the oldest first: sent again together, and counted for the button that does it.
create index webhook_delivery_failed on webhook_delivery (webhook_id, created_on, id) where state = 'failed';
