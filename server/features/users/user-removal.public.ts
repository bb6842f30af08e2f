// Apart from users.public.ts, which features below this one import.
export { remove as removeUser } from './user-writes.ts'
