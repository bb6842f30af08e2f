// What companies are called in the seven countries, and their numbers.
import type { Chance } from './chance.ts'
import type { Country } from './names.ts'

const list = (text: string): string[] => text.trim().split(/\s*,\s*/)

type Naming = {
  /** `Grupo {}`: how a holding is called. */
  readonly holding: string
  readonly forms: readonly string[]
  readonly stems: readonly string[]
  readonly sectors: readonly string[]
  readonly cities: readonly string[]
  readonly site: string
  readonly units: readonly string[]
}

export const naming: Record<Country, Naming> = {
  ES: {
    holding: 'Grupo',
    forms: ['S.L.', 'S.A.'],
    site: 'Planta',
    stems: list(
      'Ferrer, Vallès, Arrieta, Cantábrica, Montseny, Guadarrama, Levante, Ebro, Almenara, Serrano, Miralles, Ordesa, Tramuntana, Castellar, Zurbano, Iruña, Albufera, Peñalara, Bidasoa, Sierra Blanca, Mediterránea, Duero',
    ),
    sectors: list(
      'Robótica, Energía, Alimentación, Logística, Packaging, Biotech, Ingeniería, Química, Textil, Automoción, Agua, Cerámica',
    ),
    cities: list('Zaragoza, Sevilla, Bilbao, Murcia, Vigo, Terrassa, Málaga, Burgos, Castellón, Gijón'),
    units: list('I+D, Producción, Calidad, Administración, Compras, Mantenimiento'),
  },
  FR: {
    holding: 'Groupe',
    forms: ['SAS', 'SA'],
    site: 'Site de',
    stems: list(
      'Vercors, Armor, Belledonne, Castelnau, Lacombe, Durance, Chambord, Montclar, Saint-Aubin, Villeneuve, Beauséjour, Garonne, Lémanique, Mistral, Rochefort, Cévennes, Auvergne, Bréhat, Ventoux, Picardie, Valmy, Noirmoutier',
    ),
    sectors: list(
      'Robotique, Énergie, Agroalimentaire, Logistique, Emballages, Biotech, Ingénierie, Chimie, Textiles, Mécanique, Aéro, Céramiques',
    ),
    cities: list('Lyon, Nantes, Lille, Toulouse, Rennes, Strasbourg, Grenoble, Dijon, Orléans, Pau'),
    units: list('R&D, Production, Qualité, Administration, Achats, Maintenance'),
  },
  IT: {
    holding: 'Gruppo',
    forms: ['S.r.l.', 'S.p.A.'],
    site: 'Stabilimento di',
    stems: list(
      'Ferrante, Adda, Castelli, Brenta, Monteverdi, Valtellina, Olmo, San Giorgio, Maiella, Dolomiti, Trevi, Laguna, Corsini, Alpe, Ligure, Montecchio, Sant’Elmo, Volturno, Brera, Ticino, Aurelia, Gran Sasso',
    ),
    sectors: list(
      'Robotica, Energia, Alimentari, Logistica, Imballaggi, Biotech, Ingegneria, Chimica, Tessuti, Meccanica, Acque, Ceramiche',
    ),
    cities: list('Torino, Bologna, Verona, Bari, Modena, Padova, Parma, Ancona, Bergamo, Catania'),
    units: list('R&S, Produzione, Qualità, Amministrazione, Acquisti, Manutenzione'),
  },
  PT: {
    holding: 'Grupo',
    forms: ['Lda.', 'S.A.'],
    site: 'Fábrica de',
    stems: list(
      'Douro, Mondego, Arrábida, Gerês, Tejo Novo, Algarvia, Caramulo, Lusitana, Serra Alta, Atlântida, Minho, Aveirense, Sado, Estrela, Alvão, Ribatejo, Vouga, Açoreana',
    ),
    sectors: list(
      'Robótica, Energia, Alimentar, Logística, Embalagens, Biotech, Engenharia, Química, Têxteis, Moldes, Cortiças, Cerâmica',
    ),
    cities: list('Braga, Aveiro, Leiria, Setúbal, Coimbra, Évora, Viseu, Guimarães, Faro, Sines'),
    units: list('I&D, Produção, Qualidade, Administração, Compras, Manutenção'),
  },
  BR: {
    holding: 'Grupo',
    forms: ['Ltda.', 'S.A.'],
    site: 'Unidade',
    stems: list(
      'Ipê, Jatobá, Itaúna, Araucária, Paranoá, Guará, Mantiqueira, Tietê, Aroeira, Pampa, Cerrado, Caiçara, Serra do Mar, Jacarandá, Sabiá, Amazônica, Capivari, Carioca',
    ),
    sectors: list(
      'Robótica, Energia, Alimentos, Logística, Embalagens, Biotec, Engenharia, Química, Têxtil, Autopeças, Saneamento, Papel',
    ),
    cities: list('Campinas, Curitiba, Joinville, Recife, Goiânia, Belo Horizonte, Salvador, São José, Manaus, Vitória'),
    units: list('P&D, Produção, Qualidade, Administrativo, Suprimentos, Manutenção'),
  },
  DE: {
    holding: 'Unternehmensgruppe',
    forms: ['GmbH', 'AG'],
    site: 'Werk',
    stems: list(
      'Nordwerk, Hansa, Rheingold, Isartal, Schwarzach, Lindental, Altmühl, Sauerland, Elbtor, Brücken, Königstein, Möhne, Weserland, Taunus, Spreewald, Havel, Grünwald, Eifel',
    ),
    sectors: list(
      'Robotik, Energie, Lebensmittel, Logistik, Verpackung, Biotech, Maschinenbau, Chemie, Textil, Fahrzeugteile, Wassertechnik, Keramik',
    ),
    cities: list('Stuttgart, Kassel, Leipzig, Bremen, Würzburg, Münster, Chemnitz, Ulm, Kiel, Mainz'),
    units: list('Entwicklung, Produktion, Qualität, Verwaltung, Einkauf, Instandhaltung'),
  },
  GB: {
    holding: 'Group',
    forms: ['Ltd', 'plc'],
    site: 'Site',
    stems: list(
      'Harwood, Pennine, Severn, Lomond, Ashdown, Kestrel, Bridgewater, Clonmel, Tamar, Fenland, Northgate, Avonmouth, Glenmore, Wexford, Cotswold, Merseyside, Shannon, Caledon',
    ),
    sectors: list(
      'Robotics, Energy, Foods, Logistics, Packaging, Biotech, Engineering, Chemicals, Textiles, Motors, Water, Ceramics',
    ),
    cities: list('Leeds, Bristol, Cardiff, Glasgow, Cork, Belfast, Norwich, Derby, Galway, Swansea'),
    units: list('R&D, Production, Quality, Administration, Purchasing, Maintenance'),
  },
}

/** `Grupo Ferrer`, but `Harwood Group`. */
export const holdingName = (country: Country, stem: string): string =>
  country === 'GB' ? `${stem} ${naming.GB.holding}` : `${naming[country].holding} ${stem}`

export type Numbers = { readonly taxNumber: string; readonly viesNumber: string | null }

/** In the country's format; nobody's number (the check digits are chance). */
export const numbersOf = (country: Country, chance: Chance): Numbers => {
  const digits = (count: number) => Array.from({ length: count }, () => chance.between(0, 9)).join('')
  switch (country) {
    case 'ES': {
      const number = `${chance.pick(['A', 'B'])}${digits(8)}`
      return { taxNumber: number, viesNumber: `ES${number}` }
    }
    case 'FR': {
      const siren = digits(9)
      return { taxNumber: siren, viesNumber: `FR${digits(2)}${siren}` }
    }
    case 'IT': {
      const number = `0${digits(10)}`
      return { taxNumber: number, viesNumber: `IT${number}` }
    }
    case 'PT': {
      const number = `50${digits(7)}`
      return { taxNumber: number, viesNumber: `PT${number}` }
    }
    case 'BR':
      return { taxNumber: `${digits(2)}.${digits(3)}.${digits(3)}/0001-${digits(2)}`, viesNumber: null }
    case 'DE':
      return { taxNumber: `${digits(2)}/${digits(3)}/${digits(5)}`, viesNumber: `DE${digits(9)}` }
    case 'GB':
      return chance.often(0.3)
        ? { taxNumber: `${digits(7)}TH`, viesNumber: `IE${digits(7)}TH` }
        : { taxNumber: `GB ${digits(9)}`, viesNumber: null }
  }
}
