/** First and last name, falling back to the profile name (R2.4-02). */
export const nameOf = ({ firstName, lastName, userName }: { firstName: string; lastName: string; userName: string }) =>
  `${firstName} ${lastName}`.trim() || userName
