/** A role never stands without its application (docs/ux.md, rule 28). */
export const roleTitle = ({ applicationTitle, roleName }: { applicationTitle: string; roleName: string }) =>
  `${applicationTitle} · ${roleName}`
