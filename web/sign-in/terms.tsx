// The terms of use, in French for everybody. The three roles keep their English names: the rest of the product
// uses them.
import { articles } from './terms-articles.tsx'

export const Terms = () => (
  <article lang="fr">
    <h3>Conditions générales d’utilisation</h3>
    {articles.map(({ title, body }) => (
      <section key={title}>
        <h4>{title}</h4>
        {body}
      </section>
    ))}
  </article>
)
