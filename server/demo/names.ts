// What people are called in the seven countries of the group.
import type { Language } from '#contract/kernel/language.ts'

export const countries = ['ES', 'FR', 'IT', 'PT', 'BR', 'DE', 'GB'] as const
export type Country = (typeof countries)[number]

export const languageOfCountry: Record<Country, Language> = {
  ES: 'es',
  FR: 'fr',
  IT: 'it',
  PT: 'pt',
  BR: 'pt-br',
  DE: 'de',
  GB: 'en',
}

const words = (text: string): string[] => text.trim().split(/\s+/)
const surnames = (text: string): string[] => text.trim().split(/\s*,\s*/)

export const firstNames: Record<Country, readonly string[]> = {
  ES: words(
    'Lucía Javier Sofía Álvaro Carmen Andrés Núria Íñigo Marta Iker Belén Joaquín Rocío Jordi Maite Sergio Inmaculada Rubén Montserrat Adrián Pilar Ramón Aitana Gonzalo',
  ),
  FR: words(
    'Camille Étienne Chloé Mathéo Léa Benoît Inès François Aurélie Hugo Hélène Jérôme Manon Loïc Océane Rémi Margaux Théo Élodie Guillaume Anaïs Cédric Zoé Pierre',
  ),
  IT: words(
    'Giulia Matteo Chiara Lorenzo Francesca Niccolò Beatrice Davide Martina Tommaso Alessia Riccardo Elena Simone Noemi Edoardo Ilaria Gabriele Serena Luca Arianna Michele Viola Pietro',
  ),
  PT: words(
    'Inês João Beatriz Tomás Mariana Gonçalo Leonor Duarte Matilde Rúben Constança Simão Joana Nuno Lúcia Vasco Marta Estêvão Madalena Rui Catarina Miguel Benedita Afonso',
  ),
  BR: words(
    'Letícia Thiago Rafaela Caio Vitória Otávio Fernanda Vinícius Larissa Murilo Gabriela Antônio Isadora Breno Natália Luís Juliana Henrique Camila Danilo Patrícia Igor Helena Érico',
  ),
  DE: words(
    'Greta Tobias Anneliese Jürgen Frieda Jonas Käthe Lukas Mareike Björn Sabine Felix Antje Sören Johanna Maximilian Ulrike Günther Lena Matthias Heike Florian Charlotte Rüdiger',
  ),
  GB: words(
    'Amelia Oliver Niamh Callum Imogen Ewan Siobhán Rhys Harriet Alasdair Orla Gareth Eleanor Fionn Bronwen Declan Poppy Angus Gráinne Thomas Róisín Edward Isla Ciarán',
  ),
}

export const lastNames: Record<Country, readonly string[]> = {
  ES: surnames(
    'García Ruiz, Fernández, Muñoz, Iglesias, Núñez Vega, Ibáñez, Puig, Martínez Soler, Domènech, Etxebarria, Vázquez, Castaño, Peña, Rodríguez, Gutiérrez Cano, Navarro, Sáez, Ordóñez, Llorente, Cárdenas, Romero, Bermúdez, Zabala, Quiñones',
  ),
  FR: surnames(
    'Lefèvre, Moreau, Girard, Rousseau, Bernard, Béranger, Fontaine, Mercier, Dupré, Chevalier, Lemaître, Gauthier, Perrin, Renault-Blanc, Barthélemy, Carpentier, Dufrêne, Marchand, Noël, Vasseur, Pélissier, Brunet, Delacroix, Tessier',
  ),
  IT: surnames(
    'Bianchi, Ricci, Conti, Gallo, De Luca, Ferrari, Marchetti, Colombo, D’Angelo, Santoro, Caruso, Rinaldi, Fabbri, Moretti, Pellegrini, Barbieri, Lo Presti, Grassi, Serra, Mazzoni, Testa, Villa, Bernardini, Orlandi',
  ),
  PT: surnames(
    'Oliveira, Carvalho, Pereira, Ferreira, Magalhães, Figueiredo, Nóbrega, Simões, Brandão, Teixeira, Conceição, Lourenço, Araújo, Vieira, Antunes, Guimarães, Seabra, Falcão, Henriques, Queirós, Travassos, Peixoto, Mourão, Sequeira',
  ),
  BR: surnames(
    'Almeida, Santos, Gonçalves, Barbosa, Cavalcanti, Assunção, Rocha Lima, Moraes, Nascimento, Figueirôa, Batista, Siqueira, Drummond, Machado, Prado, Fonseca, Tavares, Bittencourt, Pacheco, Galvão, Amaral, Coutinho, Junqueira, Sampaio',
  ),
  DE: surnames(
    'Weber, Schneider, Krüger, Hoffmann, Vogel, Müller, Schäfer, Köhler, Böhm, Lindner, Großmann, Baumgärtner, Richter, Jäger, Kühn, Winkler, Strauß, Eichhorn, Löffler, Brandt, Seidel, Thiele, Voß, Zimmermann',
  ),
  GB: surnames(
    'Harwood, O’Connell, Whitfield, MacLeod, Pritchard, Ashworth, Byrne, Fairclough, Ó Briain, Lockhart, Pemberton, Hughes, Gallagher, Sinclair, Thornton, Kavanagh, Bramwell, Eastwood, Fitzgerald, Rowntree, McKenna, Llewellyn, Doherty, Winterbourne',
  ),
}

/** Numbers nobody has: ranges kept for fiction where the country has some, subscriber 555 elsewhere. */
export const phonePrefix: Record<Country, string> = {
  ES: '+34 915 550',
  FR: '+33 1 99 00',
  IT: '+39 02 5550',
  PT: '+351 21 555 0',
  BR: '+55 11 5550-0',
  DE: '+49 30 23125',
  GB: '+44 20 7946 0',
}
