// What the terms of use mean by their words.
import type { ReactNode } from 'react'

export type Article = { title: string; body: ReactNode }

export const Items = ({ of }: { of: readonly string[] }) => (
  <ul>
    {of.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)

const definitions: readonly (readonly [string, string])[] = [
  [
    'Plateforme',
    'le service en ligne Portico, composé de la page de connexion, du portail d’applications, de l’espace de profil et de la console d’administration, qui donne accès aux Applications.',
  ],
  [
    'Exploitant',
    'la société du groupe qui met la Plateforme à disposition et en assure l’exploitation, la maintenance et la sécurité.',
  ],
  [
    'Client',
    'la personne morale, liée à une société du groupe par un contrat de prestations, au nom de laquelle des Utilisateurs accèdent à la Plateforme.',
  ],
  [
    'Application',
    'tout service numérique de l’Exploitant ou d’un tiers auquel l’Utilisateur accède au moyen de la Plateforme.',
  ],
  [
    'Compte',
    'l’ensemble formé par un identifiant personnel, ses moyens d’authentification et les droits qui lui sont attribués.',
  ],
  ['Utilisateur', 'toute personne physique titulaire d’un Compte, quel que soit son rôle.'],
  [
    'Administrator (administrateur)',
    'l’Utilisateur désigné par l’Exploitant qui administre la Plateforme : il configure les Applications, les rôles et la sécurité, désigne les Privileged Users et peut suspendre tout Compte.',
  ],
  [
    'Privileged User (utilisateur privilégié)',
    'l’Utilisateur désigné par l’Exploitant ou par le Client qui crée et supprime les Comptes des Authorised Users de son périmètre et leur attribue les accès nécessaires à leur mission.',
  ],
  [
    'Authorised User (utilisateur autorisé)',
    'l’Utilisateur auquel un Privileged User ou un Administrator a ouvert un Compte et qui utilise les Applications dans la limite des droits qui lui ont été accordés.',
  ],
  [
    'Données personnelles',
    'toute information se rapportant à une personne physique identifiée ou identifiable, au sens du règlement (UE) 2016/679 du 27 avril 2016 (le « RGPD »).',
  ],
]

export const Definitions = () => (
  <>
    <p>Dans les présentes conditions, les termes ci-dessous, au singulier comme au pluriel, ont le sens suivant.</p>
    <dl>
      {definitions.map(([term, meaning]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </>
)
