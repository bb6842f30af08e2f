// The consulting group's own tree, and the clients that have a part in the demonstration.
import type { Country } from './names.ts'

type Office = {
  readonly title: string
  readonly under: string | undefined
  readonly country: Country
  readonly clients: number
}

const office = (under: string | undefined, country: Country, clients: number, titles: string): Office[] =>
  titles.split(', ').map((title) => ({ title, under, country, clients }))

/** Parents before children. */
export const offices: readonly Office[] = [
  ...office(undefined, 'ES', 0, 'Meridian Group'),
  ...office('Meridian Group', 'ES', 0, 'Meridian Iberia'),
  ...office('Meridian Group', 'FR', 0, 'Meridian France'),
  ...office('Meridian Group', 'DE', 0, 'Meridian Germany'),
  ...office('Meridian Group', 'IT', 0, 'Meridian Italy'),
  ...office('Meridian Group', 'BR', 0, 'Meridian Brazil'),
  ...office('Meridian Group', 'GB', 0, 'Meridian United Kingdom & Ireland'),
  ...office('Meridian Group', 'ES', 0, 'Business lines'),
  ...office('Meridian Iberia', 'ES', 0, 'Meridian Spain'),
  ...office('Meridian Iberia', 'PT', 0, 'Meridian Portugal'),
  ...office('Meridian Spain', 'ES', 26, 'Grants Spain'),
  ...office(
    'Meridian Spain',
    'ES',
    9,
    'Innovation Barcelona, Innovation Madrid, Innovation Valencia, Innovation Bilbao, Innovation Sevilla',
  ),
  ...office('Meridian Spain', 'ES', 6, 'Grants Galicia, Grants Canarias, Public Sector Spain'),
  ...office('Meridian Portugal', 'PT', 11, 'Grants Lisboa, Innovation Porto, Innovation Coimbra'),
  ...office(
    'Meridian France',
    'FR',
    13,
    'Grants Paris, Grants Lyon, Grants Lille, Grants Toulouse, Innovation Nantes, Innovation Grenoble',
  ),
  ...office('Meridian Germany', 'DE', 12, 'Innovation Stuttgart, Innovation München, Grants Berlin, Grants Köln'),
  ...office('Meridian Italy', 'IT', 14, 'Innovation Milano, Innovation Torino, Grants Roma, Grants Bologna'),
  ...office('Meridian Brazil', 'BR', 14, 'Innovation São Paulo, Grants Rio de Janeiro'),
  ...office('Meridian United Kingdom & Ireland', 'GB', 11, 'R&D London, R&D Manchester, Grants Dublin'),
  ...office(
    'Business lines',
    'ES',
    0,
    'Grants & Subsidies, R&D Tax Relief, Digital, Sustainability, Training, European Projects',
  ),
]

export const namedClients: Readonly<
  Record<string, readonly { readonly title: string; readonly places?: readonly string[] }[]>
> = {
  'Innovation Barcelona': [
    { title: 'Altamira Energía', places: ['Altamira Renovables', 'Altamira Redes', 'Altamira Servicios'] },
    { title: 'Biotech Llobregat' },
    {
      title: 'Catalonia Public Sector',
      places: ['Ajuntament de Vallserena', 'Diputació de Montclar', 'Institut de Recerca Pirineu'],
    },
    { title: 'Ferrer Packaging Group', places: ['Ferrer Cartón', 'Ferrer Films', 'Ferrer Etiquetas'] },
    { title: 'Puerto Nou Logistics' },
    { title: 'Vallès Robotics' },
  ],
}

/** Clients that ask for a second factor, each in a tree of its own, so that it is asked of few. */
export const protectedHoldings: readonly {
  readonly country: Country
  readonly title: string
  readonly alias: string
  readonly companies: Readonly<Record<string, readonly string[]>>
}[] = [
  {
    country: 'PT',
    title: 'Grupo Banco Alvorada',
    alias: 'ALVORADA',
    companies: {
      'Banco Alvorada S.A.': ['Alvorada – Sede Lisboa', 'Alvorada – Balcão Porto', 'Alvorada – Balcão Faro'],
      'Alvorada Seguros S.A.': ['Alvorada Seguros – Sinistros'],
      'Alvorada Leasing Lda.': [],
    },
  },
  {
    country: 'DE',
    title: 'Unternehmensgruppe Helios',
    alias: 'HELIOS',
    companies: {
      'Helios Wehrtechnik GmbH': ['Helios – Werk Ulm', 'Helios – Werk Kiel'],
      'Helios Optik AG': ['Helios Optik – Entwicklung'],
    },
  },
  {
    country: 'FR',
    title: 'Groupe Sainte-Odile',
    alias: 'SAINTE-ODILE',
    companies: {
      'Clinique Sainte-Odile SA': ['Sainte-Odile – Maternité', 'Sainte-Odile – Imagerie'],
      'Laboratoires Sainte-Odile SAS': [],
    },
  },
]

/** Where the group of an area has its membership: what everybody of the area gets comes down from there. */
export const areaHomes = {
  security: 'Meridian Group',
  spain: 'Meridian Spain',
  france: 'Meridian France',
  italy: 'Meridian Italy',
  portugal: 'Meridian Portugal',
  north: 'Meridian Germany',
} as const
