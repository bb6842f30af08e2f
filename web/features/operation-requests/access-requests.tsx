// The requests for access (R2.6-11).
export const AccessRequests = () => <section className="card" />
