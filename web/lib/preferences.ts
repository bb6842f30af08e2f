// R3.3-01: what the browser remembers for its user, under one fixed key of the local storage.

/** R3.3-02: of one table; the same names without a table are what a new one begins with. */
export type TablePreferences = {
  defaultPageSize?: number
  defaultTableSize?: 'default' | 'middle' | 'small'
  hidden?: readonly string[]
}

/** Nobody meets what somebody else chose in the same browser. */
export type OwnPreferences = {
  /** The tenant whose people were looked at last, on each of the pages of clients. */
  clientTenants?: { consultant?: string; serviceManager?: string }
  /** R2.5-49: the tab of the logs that was open last. */
  logsTab?: string
}

type Preferences = {
  currentCompany?: { id: string; title: string } | undefined
  currentLanguage?: string
  /** What belongs to one person, by their id (own-preferences.ts). */
  people?: Record<string, OwnPreferences>
  /** Not set: follows the system. */
  theme?: 'light' | 'dark' | undefined
  sideMenu?: 'collapsed' | 'expanded'
  /** Of one's own picture, where it was changed in this browser. */
  avatarVersion?: string | undefined
  defaultPageSize?: number
  defaultTableSize?: 'default' | 'middle' | 'small'
  tables?: Record<string, TablePreferences>
}

const key = 'portico.preferences'

export const preferences = {
  key,
  read(): Preferences {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '{}') as Preferences
    } catch {
      return {}
    }
  },
  write(change: Partial<Preferences>) {
    localStorage.setItem(key, JSON.stringify({ ...this.read(), ...change }))
  },
}
