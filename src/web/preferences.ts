import type { Language } from './i18n/locale.ts'

/** `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark'

// Preferences are cookies, so that the service renders the page with them and nothing flashes.
const setCookie = (name: string, value: string, seconds: number) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
}
const year = 365 * 24 * 60 * 60

export const currentTheme = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system'

export function saveTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  setCookie('kontor_theme', theme, theme === 'system' ? 0 : year)
}

export const saveLanguage = (language: Language) => setCookie('kontor_language', language, year)
