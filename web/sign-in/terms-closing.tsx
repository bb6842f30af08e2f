// The last articles of the terms of use: liability, duration, law.
import type { Article } from './terms-definitions.tsx'

export const closingArticles: readonly Article[] = [
  {
    title: '9. Responsabilité',
    body: (
      <>
        <p>
          L’Exploitant ne répond que des dommages directs et prévisibles résultant d’une faute prouvée. Sa
          responsabilité n’est pas engagée en cas de force majeure, de défaillance des réseaux, d’usage du Compte
          contraire aux présentes conditions ou de décision d’attribution de droits prise par un Privileged User. Aucune
          stipulation n’exclut une responsabilité qui ne peut l’être en vertu de la loi.
        </p>
        <p>
          L’Utilisateur et, le cas échéant, le Client répondent des dommages causés par le non-respect de leurs
          obligations.
        </p>
      </>
    ),
  },
  {
    title: '10. Durée et modification',
    body: (
      <p>
        Les présentes conditions s’appliquent aussi longtemps que l’Utilisateur dispose d’un Compte. L’Exploitant peut
        les modifier ; la version en vigueur est accessible à tout moment depuis la page de connexion. Toute
        modification substantielle est portée à la connaissance des Utilisateurs avant son entrée en vigueur. La nullité
        d’une clause n’affecte pas la validité des autres.
      </p>
    ),
  },
  {
    title: '11. Loi applicable et règlement des litiges',
    body: (
      <>
        <p>
          Les présentes conditions sont soumises au droit français. Leur version française fait seule foi, toute
          traduction n’ayant qu’une valeur indicative.
        </p>
        <p>
          Les parties recherchent une solution amiable avant toute action. À défaut d’accord dans un délai de trente
          jours à compter de la notification du différend, et sous réserve des règles impératives de compétence, le
          litige relève des tribunaux compétents du ressort de la cour d’appel de Paris.
        </p>
      </>
    ),
  },
]
