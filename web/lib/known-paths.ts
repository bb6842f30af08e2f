// R2.1-01: the applications beside this one. Going to one of them loads a whole page.

export const knownPaths: readonly string[] = [
  '/',
  '/home',
  '/home/admin',
  '/identity',
  '/extranet',
  '/extranet-es',
  '/extranet-fr',
  '/pmo',
  '/scanner',
  '/scanner-cl',
  '/receipts',
  '/receipts-es',
  '/grants',
  '/grants/subscriptions',
  '/grants/admin',
  '/grants-es',
  '/rndplatform',
  '/rndplatform-es',
  '/docs',
  '/identity/account/login',
  '/identity/account/logout',
  '/identity/profile',
  '/identity/home',
  '/onedata',
  '/fibrain',
  '/onedata/admin',
  '/masterdata',
  '/masterdata/admin',
  '/signature',
  '/projecttracking',
  '/finder',
  '/tms',
  '/missions',
  '/rndgb',
  '/rndes',
  '/rndca',
  '/rndge',
  '/propman',
]

const plain = (path: string) => path.replace(/\/+$/, '') || '/'

/** R2.1-02: a full load for a known path that is not the current one, in-app otherwise. */
export const needsFullLoad = ({ target, current }: { target: string; current: string }) =>
  knownPaths.includes(plain(target)) && plain(target) !== plain(current)
