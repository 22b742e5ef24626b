/** The page of what an entry is about: subjects read like `alumni/B00000001`. */
export function pageOf(subject: string): string | null {
  const [kind = '', id = ''] = subject.split('/')
  const page = pages[kind]
  return page && id ? page(encodeURIComponent(id)) : null
}
const pages: Record<string, (id: string) => string> = {
  alumni: (id) => `/alumni/${id}`,
  contacts: (id) => `/settings/imports/contacts/batches/${id}`,
  educations: (id) => `/settings/imports/educations/batches/${id}`,
  'areas-of-study': (id) => `/settings/imports/areas-of-study/batches/${id}`,
  employment: (id) => `/settings/imports/employment/batches/${id}`,
  'champion-signups': (id) => `/champion_signups/${id}`,
  communities: (id) => `/settings/content/communities/${id}`,
  events: (id) => `/champion_signups/events/${id}`,
  news_items: (id) => `/settings/content/news/${id}`,
  opportunities: (id) => `/champion_signups/opportunities/${id}`,
}
