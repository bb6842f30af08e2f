// A consultant's day in French on a small screen: a new client user with roles in two applications, approved by a
// second person, invited, signed in for the first time and at work; then 300 requests in one workbook, 12 of them
// faulty.
import { randomUUID } from 'node:crypto'
import { writeXlsx } from 'hucre/xlsx'
import { expect, expectAccessible, newestMail, openAs, type Page, password, test, typeAccount } from './portico.ts'

const french = { locale: 'fr-FR', viewport: { width: 768, height: 1024 }, reducedMotion: 'reduce' } as const
test.use(french)

const clientsAt = '/identity/profile/clients'
const tenant = 'Vallès Robotics'

/** Where it stood since it came. */
const watchTenant = `{
  globalThis.tops = new Set()
  new MutationObserver(() => {
    const button = document.querySelector('.tenant-button')
    if (button) tops.add(Math.round(button.getBoundingClientRect().top))
  }).observe(document, { childList: true, subtree: true })
}`

const chooseTenant = async (page: Page) => {
  await page
    .getByRole('button', { name: /Innovation Barcelona/ })
    .first()
    .click()
  await page.getByRole('combobox', { name: 'Entité' }).fill('vallès')
  await page
    .getByRole('option', { name: new RegExp(tenant) })
    .first()
    .click()
  await expect(page.getByRole('table', { name: `Utilisateurs de ${tenant}` })).toBeVisible()
}

const giveRole = async (page: Page, application: string, role: string) => {
  await page.getByRole('switch', { name: `Accès à ${application}`, exact: true }).click()
  const picker = page.getByRole('dialog', { name: `Choisir des rôles\u202f: ${application}` })
  await picker.getByRole('checkbox', { name: role, exact: true }).check()
  await picker.getByRole('button', { name: 'Ajouter 1 rôle' }).click()
}

type Person = { readonly userName: string; readonly email: string; readonly lastName: string }

/** Both steps of the wizard. */
const askFor = async (page: Page, { userName, email, lastName }: Person) => {
  await page.getByRole('button', { name: 'Nouvel utilisateur' }).click()
  const wizard = page.getByRole('dialog', { name: 'Créer une demande d’accès' })
  await wizard.getByLabel('Nom d’utilisateur').fill(userName)
  await wizard.getByLabel('Prénom').fill('Nora')
  await wizard.getByLabel(/^Nom(?! d’utilisateur)/).fill(lastName)
  await wizard.getByLabel('E-mail').fill(email)
  await wizard.getByLabel('Secteur').selectOption({ label: 'Customers' })
  await wizard.getByLabel('Langue préférée').selectOption({ label: 'Français' })
  await wizard.getByLabel('Fonction').fill('Project engineer')
  await expectAccessible(page)
  await wizard.getByRole('button', { name: 'Suivant' }).click()
  await giveRole(page, 'Client Portal', 'Client')
  await giveRole(page, 'Receipts', 'Employee')
  await expect(wizard.getByText('2 applications, 2 rôles')).toBeVisible()
  await expectAccessible(page)
  await wizard.getByRole('button', { name: 'Terminer' }).click()
  await expect(page.getByText(`La demande pour Nora ${lastName} a été envoyée pour approbation`)).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(lastName) })).toContainText('En attente')
}

/** From the mail to the decision, with what speaks for and against it. */
const approve = async (page: Page, { email, lastName }: Person) => {
  await openAs(page, 'luca.navarro', { at: '/identity/profile' })
  await expect(page.getByRole('heading', { name: 'Profil', level: 1 })).toBeVisible()
  let decision = ''
  await expect(async () => {
    const { text, links } = await newestMail(page, /luca\.navarro/)
    expect(text).toContain(lastName)
    decision = links.find((link) => link.includes('request=')) ?? ''
  }).toPass()
  await page.goto(decision)
  const panel = page.getByRole('dialog').filter({ hasText: `Nora ${lastName}` })
  await expect(panel.getByText(email)).toBeVisible()
  await expect(panel.getByText('Utilisateur externe.')).toBeVisible()
  await expect(panel.getByText('2 ajoutés')).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Ce qui change' })).toBeVisible()
  await expect(panel.getByText('Rien pour le moment.')).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Approuver' }).click()
  await page
    .getByRole('alertdialog', { name: `Donner accès à Nora ${lastName} ?` })
    .getByRole('button', { name: 'Approuver', exact: true })
    .click()
  await expect(page.getByText(`La demande pour Nora ${lastName} a été appliquée`)).toBeVisible()
}

/** From the invitation to an application that asks first. */
const start = async (page: Page, { email, userName, lastName }: Person) => {
  const { links } = await newestMail(page, new RegExp(`invit.*${email}|${email}.*invit`, 'is'))
  await page.goto(links.find((link) => link.includes('/account/')) ?? '')
  await page.getByLabel('Nouveau mot de passe', { exact: true }).fill(password)
  await page.getByLabel('Confirmez le nouveau mot de passe').fill(password)
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click()
  await expect(page.getByText('Le mot de passe a été réinitialisé')).toBeVisible()
  await typeAccount(page, userName)
  // A customer's first page is the Client Portal (R4.6-01), itself one of the two.
  await expect(page).toHaveURL(/\/clientportal\//)
  await expect(page.getByRole('heading', { name: `Nora ${lastName}` })).toBeVisible()
  await page.getByRole('link', { name: 'Back to my apps' }).click()
  await expect(page.getByRole('heading', { name: `Nora ${lastName}` })).toBeVisible()
  await page.getByRole('link', { name: 'Receipts', exact: true }).click()
  const disclaimer = page.getByRole('dialog', { name: 'Avant d’ouvrir Receipts' })
  await expect(disclaimer.getByText('N’ajoutez rien d’autre que des justificatifs', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await disclaimer.getByRole('button', { name: 'Accepter et ouvrir' }).click()
  await expect(page).toHaveURL(/\/receipts\//)
  await expect(page.getByText(`Nora ${lastName}`).first()).toBeVisible()
}

test('R1-03 R2.6-24 R2.6-25 R2.5-48 R4.11-01 a consultant asks for a client user with roles in two applications, a second person approves, and the user accepts a disclaimer and is at work', async ({
  page,
  browser,
}) => {
  // Three people, each with a browser.
  test.setTimeout(120_000)
  const mark = randomUUID().slice(0, 8)
  const person = { userName: `nora.${mark}`, email: `nora.${mark}@altamira.example`, lastName: `Vidal-${mark}` }
  await page.addInitScript(watchTenant)
  await openAs(page, 'diego.almeida', { at: clientsAt })
  await expect(page.getByRole('button', { name: 'Import en masse' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ sur \d+$/ })).toBeVisible()
  // What comes in above a button between press and release takes the click.
  expect(await page.evaluate('[...tops]')).toHaveLength(1)
  await chooseTenant(page)
  await expectAccessible(page)
  await askFor(page, person)

  const second = await browser.newContext(french)
  await approve(await second.newPage(), person)
  await second.close()

  await page.getByRole('button', { name: 'Actualiser' }).click()
  await expect(page.getByRole('row', { name: new RegExp(person.lastName) })).toContainText('Appliqué')
  const third = await browser.newContext(french)
  await start(await third.newPage(), person)
  await third.close()
})

const titles = ['userName', 'email', 'firstName', 'lastName', 'areaId', 'language', 'roles', 'isInheritable'] as const

/** 300 new users with their requests; each of twelve rows, far apart, has one fault. */
const workbook = (mark: string) => {
  const faults: readonly (readonly [(typeof titles)[number], string])[] = [
    ['userName', ''],
    ['userName', `${mark}-1`],
    ['userName', 'diego.almeida'],
    ['email', 'nobody'],
    ['email', ''],
    ['email', `${mark}@gmail.com`],
    ['firstName', ''],
    ['lastName', ''],
    ['areaId', 'Nulle part'],
    ['language', 'klingon'],
    ['roles', 'clientportal: Emperor'],
    ['isInheritable', 'peut-être'],
  ]
  return Array.from({ length: 300 }, (_, index): string[] => {
    const row = {
      userName: `${mark}-${index + 1}`,
      email: `${mark}-${index + 1}@altamira.example`,
      firstName: 'Ana',
      lastName: `Lot-${mark}`,
      areaId: 'Customers',
      language: 'fr',
      roles: 'clientportal: Client; docs: Reader',
      isInheritable: 'no',
    }
    const fault = index % 25 === 24 ? faults[(index - 24) / 25] : undefined
    if (fault) row[fault[0]] = fault[1]
    return titles.map((title) => row[title])
  })
}

test('R2.6-23 R7.12-07 a consultant uploads 300 requests: the dry run names the 12 faulty ones, and 288 wait', async ({
  page,
}) => {
  const mark = `lot${randomUUID().slice(0, 6)}`
  await openAs(page, 'diego.almeida', { at: clientsAt })
  await chooseTenant(page)
  await page.getByRole('button', { name: 'Import en masse' }).click()
  await page.getByRole('menuitem', { name: 'Nouveaux utilisateurs avec leurs demandes d’autorisations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveaux utilisateurs avec leurs demandes d’autorisations' })
  const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'Lot', rows: [[...titles], ...workbook(mark)] }] }))
  await dialog.getByLabel(/Déposez le fichier/).setInputFiles({ name: 'lot.xlsx', mimeType: '', buffer })
  await expect(dialog.getByText('288 lignes sur 300 sont prêtes, 12 sont erronées et seront ignorées.')).toBeVisible()
  const faulty = dialog.getByRole('listitem').filter({ hasText: 'Erreur' })
  await expect(faulty).toHaveCount(12)
  for (let index = 0; index < 12; index += 1)
    await expect(
      dialog
        .getByRole('group', { name: new RegExp(`^Ligne ${26 + index * 25}, `) })
        .locator('[aria-invalid]')
        .first(),
    ).toHaveAccessibleDescription(/\p{L}/u)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Importer 288 lignes' }).click()
  await expect(dialog.getByText('288 sur 300 importés.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fermer' }).click()
  await page.getByRole('button', { name: 'Demandes d’accès', exact: true }).click()
  await page.getByRole('textbox', { name: /^Rechercher/ }).fill(mark)
  await expect(page.getByRole('button', { name: 'En attente d’approbation 288' })).toBeVisible()
})
