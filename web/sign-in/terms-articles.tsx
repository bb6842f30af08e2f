// The articles of the terms of use.
import { closingArticles } from './terms-closing.tsx'
import { type Article, Items, Definitions } from './terms-definitions.tsx'

export const articles: readonly Article[] = [
  {
    title: '1. Objet et acceptation',
    body: (
      <>
        <p>
          Les présentes conditions générales d’utilisation définissent les règles d’accès à la Plateforme et d’usage de
          celle-ci, ainsi que les droits et obligations de l’Exploitant, du Client et des Utilisateurs.
        </p>
        <p>
          La connexion à la Plateforme vaut acceptation sans réserve des présentes conditions. L’Utilisateur qui ne les
          accepte pas doit renoncer à se connecter. Elles complètent, sans s’y substituer, le contrat conclu avec le
          Client ; en cas de contradiction, ce contrat prévaut. Une Application peut être soumise à des conditions
          particulières, présentées lors de son premier usage.
        </p>
      </>
    ),
  },
  { title: '2. Définitions', body: <Definitions /> },
  {
    title: '3. Obligations de l’Exploitant',
    body: (
      <>
        <p>L’Exploitant s’engage, dans le cadre d’une obligation de moyens, à :</p>
        <Items
          of={[
            'mettre la Plateforme à disposition et en assurer la maintenance, en prévenant les Utilisateurs, dans la mesure du possible, des interruptions programmées ;',
            'protéger les Comptes et les données par des mesures techniques et organisationnelles conformes à l’état de l’art ;',
            'journaliser les connexions et les modifications de droits afin de pouvoir en rendre compte ;',
            'traiter les demandes d’assistance reçues par le lien d’aide de la page de connexion ;',
            'informer sans délai le Client de tout incident de sécurité affectant ses Utilisateurs.',
          ]}
        />
      </>
    ),
  },
  {
    title: '4. Obligations du Client et du Privileged User',
    body: (
      <>
        <p>
          Le Client désigne ses Privileged Users, répond de leurs actes sur la Plateforme et tient cette désignation à
          jour. Le Privileged User s’engage à :
        </p>
        <Items
          of={[
            'ne créer de Compte que pour une personne nommément identifiée, qui en a besoin pour sa mission, avec une adresse électronique individuelle et exacte ;',
            'n’attribuer que les droits strictement nécessaires et les réviser régulièrement ;',
            'supprimer ou faire suspendre sans délai le Compte de l’Authorised User qui quitte ses fonctions ou n’a plus besoin d’y accéder ;',
            'informer les Authorised Users de l’existence des présentes conditions.',
          ]}
        />
        <p>
          L’Administrator est tenu aux mêmes obligations sur l’ensemble de la Plateforme. Il n’accède aux données des
          Utilisateurs que dans la mesure nécessaire à l’administration, à l’assistance et à la sécurité.
        </p>
      </>
    ),
  },
  {
    title: '5. Obligations de l’Utilisateur',
    body: (
      <>
        <p>Le Compte est strictement personnel et incessible. L’Utilisateur s’engage à :</p>
        <Items
          of={[
            'fournir des informations exactes et les maintenir à jour ;',
            'garder secrets son mot de passe et les codes de vérification qui lui sont adressés, et ne jamais les communiquer, même à l’assistance ;',
            'choisir un mot de passe conforme à la politique affichée, d’au moins douze caractères, et le renouveler tous les quatre-vingt-dix jours ;',
            'fermer sa session sur tout poste partagé ;',
            'signaler immédiatement toute perte, tout vol ou tout usage suspect de son Compte.',
          ]}
        />
        <p>
          Sauf preuve contraire, toute action effectuée au moyen du Compte est réputée l’avoir été par son titulaire.
        </p>
      </>
    ),
  },
  {
    title: '6. Utilisation de la Plateforme',
    body: (
      <>
        <p>La Plateforme est réservée à un usage professionnel. Sont notamment interdits :</p>
        <Items
          of={[
            'l’accès, ou la tentative d’accès, à des données ou à des Applications pour lesquelles l’Utilisateur n’est pas habilité ;',
            'le contournement des dispositifs de sécurité, l’introduction de codes malveillants et les tests d’intrusion non autorisés par écrit ;',
            'l’extraction automatisée ou massive de données, ainsi que la rétro-ingénierie, hors des cas permis par la loi ;',
            'la diffusion de contenus illicites ou portant atteinte aux droits de tiers.',
          ]}
        />
        <p>
          Après plusieurs échecs de connexion consécutifs, le Compte est bloqué temporairement, puis jusqu’à
          l’intervention d’un Administrator. En cas de manquement ou de risque pour la sécurité, l’Exploitant peut
          suspendre tout Compte sans préavis ; il en informe l’intéressé et, le cas échéant, le Client.
        </p>
        <p>
          L’accès suppose un équipement, un navigateur à jour et une connexion à la charge de l’Utilisateur.
          L’Exploitant peut faire évoluer la Plateforme ; il ne garantit pas une disponibilité ininterrompue.
        </p>
      </>
    ),
  },
  {
    title: '7. Propriété intellectuelle et confidentialité',
    body: (
      <>
        <p>
          La Plateforme, sa structure, ses logiciels, ses textes et sa charte graphique appartiennent à l’Exploitant ou
          à ses concédants. L’Utilisateur reçoit, pour la durée de son habilitation, un droit d’usage personnel, non
          exclusif et non transmissible. Les données déposées par le Client demeurent sa propriété.
        </p>
        <p>
          L’Utilisateur garde confidentielles les informations dont il a connaissance au moyen de la Plateforme ; cette
          obligation survit à la fermeture de son Compte.
        </p>
      </>
    ),
  },
  {
    title: '8. Données personnelles',
    body: (
      <>
        <p>
          L’Exploitant traite, en qualité de responsable de traitement, les Données personnelles nécessaires à la
          gestion des accès : identité, adresse électronique, fonction, société de rattachement, langue, photographie
          facultative, droits attribués, journaux de connexion et d’activité. Pour les données confiées par le Client
          dans les Applications, il agit en qualité de sous-traitant.
        </p>
        <p>
          Ces traitements ont pour finalités l’authentification, la gestion des habilitations, la sécurité, l’assistance
          et la preuve. Ils reposent sur l’exécution du contrat, le respect d’obligations légales et l’intérêt légitime
          de l’Exploitant à protéger ses systèmes.
        </p>
        <p>
          Les destinataires sont les Administrators, les Privileged Users du périmètre concerné, les services habilités
          du groupe et ses sous-traitants techniques. Les données sont conservées pendant la durée de vie du Compte,
          puis archivées pendant les délais de prescription ; les journaux le sont pendant la durée nécessaire à la
          sécurité. Tout transfert hors de l’Espace économique européen est encadré par les garanties prévues par le
          RGPD.
        </p>
        <p>
          Toute personne concernée dispose des droits d’accès, de rectification, d’effacement, de limitation,
          d’opposition et de portabilité, ainsi que du droit de définir des directives relatives au sort de ses données
          après son décès. Elle les exerce depuis la page « Exercice des droits » de son profil ou auprès du délégué à
          la protection des données de l’Exploitant, et peut introduire une réclamation auprès de la Commission
          nationale de l’informatique et des libertés (CNIL).
        </p>
        <p>
          La Plateforme n’emploie que les témoins de connexion (cookies) et le stockage local strictement nécessaires à
          l’authentification, à la sécurité et aux préférences de l’Utilisateur.
        </p>
      </>
    ),
  },
  ...closingArticles,
]
