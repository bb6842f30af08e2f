// How the embedded PostgreSQL is set: as it comes, but for these.

export const embeddedSettings = {
  listen_addresses: '',
  shared_buffers: '512MB',
  // Four workers of 27 connections, a fifth one while they are renewed, and some for whoever looks in.
  max_connections: '150',
  // A query over many months of a log locks each of them with its indexes.
  max_locks_per_transaction: '512',
  // What serializable writes have read; where there is no room left, they come one by one (serial.ts).
  max_pred_locks_per_transaction: '256',
  jit: 'off',
  fsync: 'on',
  // With 2 GB an import takes a twelfth less, but after a kill in the middle of one the next start took 11 s.
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}
