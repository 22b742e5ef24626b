import { signedOutPage } from '@alumni/shared/staff/accounts'
import { queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { request } from '../../http.ts'
import { InstitutionMark } from '../../ui/institution/institution-mark.tsx'
import { isKnown, rememberInstitution, useInstitution } from '../../ui/institution/institution.ts'
import { usePageTitle } from '../../ui/page.tsx'
import classes from './signed-out-frame.module.css'

export const signedOutQuery = queryOptions({
  queryKey: ['signed-out'],
  queryFn: async ({ signal }) => {
    const page = await request('/login', signedOutPage, { signal })
    rememberInstitution(page.institution)
    return page
  },
  staleTime: 0,
})

/** The frame of the pages that come before signing in. */
export function SignedOutFrame({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  const institution = useInstitution()
  const heading = usePageTitle(title)
  return (
    <div className={classes.frame}>
      <main className={classes.card}>
        <div className={classes.brand}>
          <InstitutionMark size={40} />
          <div>
            <strong>{institution.name}</strong>
            {isKnown(institution) && <span>Alumni relations</span>}
          </div>
        </div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {about && <p className={classes.about}>{about}</p>}
        {children}
      </main>
      <footer className={classes.footer}>
        {institution.support_email && (
          <>
            Need help? <a href={`mailto:${institution.support_email}`}>{institution.support_email}</a>
          </>
        )}
      </footer>
    </div>
  )
}
