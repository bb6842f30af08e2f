/** The one password of all demonstration accounts. Only a demonstration start ever stores its hash. */
export const demoPassword = 'Portico-Demo-2026!'
