// Who counts as a colleague, and what counts as unusual.
type Basis = { readonly basis: 'jobTitle' | 'manager' | 'team' | 'area'; readonly people: number }

/** The closest first. */
const order: readonly Basis['basis'][] = ['jobTitle', 'manager', 'team', 'area']

/** Fewer say nothing: a wider circle is looked at. */
export const enough = 3

export const nearest = <Some extends Basis>(bases: readonly Some[]): Some | undefined => {
  const inOrder = order.flatMap((basis) => bases.find((one) => one.basis === basis) ?? [])
  return inOrder.find(({ people }) => people >= enough) ?? inOrder.toSorted((a, b) => b.people - a.people).at(0)
}

const enoughToJudge = 5

/** At most one in five of enough colleagues. */
export const isUnusual = ({ have, of }: { have: number; of: number }) => of >= enoughToJudge && have * 5 <= of
