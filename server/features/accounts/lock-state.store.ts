// Whether an account is locked, by an administrator or by failed sign-ins: one definition for every list that shows it.
// The columns speak of `u`, the account, and of `failures`, joined beside it.

/** What failed sign-ins do to `u` at this moment: `left join lateral ${failuresThatLock} failures on true`. */
export const failuresThatLock = `(
       select bool_or(f.lock_level >= 3) as permanent,
              bool_or(f.lock_level >= 3 or f.locked_until > now()) as locked
         from sign_in_failure f
        where f.name_key = 'user:' || u.id
          and f.locked_until is not null)`

export const isLocked = `u.locked_by_administrator or coalesce(failures.locked, false)`

export const lockState = `case when u.locked_by_administrator or coalesce(failures.permanent, false) then 'Permanent'
            when coalesce(failures.locked, false) then 'Temporary'
            else 'None' end`

/**
 * Accounts that failed sign-ins lock at this moment. Few, so that nothing is looked at a million times for them. What
 * counts a name as it was typed (`user:<id>:<hash>`) locks no account.
 */
const lockedByFailures = `select substr(f.name_key, 6)::uuid
                 from sign_in_failure f
                where f.name_key like 'user:%'
                  and length(f.name_key) = length('user:') + 36
                  and f.locked_until is not null
                  and (f.lock_level >= 3 or f.locked_until > now())`

/** Whoever is locked, as ids: for a condition of a list. */
export const lockedIds = `select l.id from portal_user l where l.locked_by_administrator union ${lockedByFailures}`
