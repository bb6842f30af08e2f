// Who signs in during a benchmark.
export const benchPassword = 'Bench-Password-2026!'
export const benchSecret = 'bench-machine-secret-0123456789abcdef'
export const benchPeople = 2000
