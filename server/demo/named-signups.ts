type Signup = {
  email: string
  first_name: string
  last_name: string
  former_last_name: string | null
  buid: string | null
  status: 'started' | 'completed' | 'linked'
  zip_code: string | null
  city: string | null
  country: string | null
  postal_code: string | null
  google_uid: string | null
  google_linked_at: string | null
  created_at: string
}

/** Signups of named people: Peggy's came with Google; María José has only begun; Siobhán has completed hers, and nobody has found out yet who she is. */
export const namedSignups: readonly Signup[] = [
  signup({
    email: 'jose.alvarez@example.org',
    first_name: 'José',
    last_name: 'Álvarez',
    buid: 'B00000001',
    status: 'linked',
    zip_code: '02118',
    city: 'Boston',
    created_at: '2026-02-11T09:30:00Z',
  }),
  signup({
    email: 'siobhan.oneil@example.net',
    first_name: 'Siobhán',
    last_name: "O'Neil",
    status: 'completed',
    city: 'Dublin',
    country: 'IE',
    postal_code: 'D02 F205',
    created_at: '2026-10-30T18:05:00Z',
  }),
  signup({
    email: 'peggy.oneil@example.org',
    first_name: 'Peggy',
    last_name: "O'Neil",
    former_last_name: 'Jones',
    buid: 'B00000004',
    status: 'linked',
    zip_code: '02116',
    city: 'Boston',
    google_uid: 'demo-peggy',
    google_linked_at: '2025-09-02T14:20:00Z',
    created_at: '2025-09-02T14:12:00Z',
  }),
  signup({
    email: 'minh.nguyen@example.com',
    first_name: 'Minh',
    last_name: 'Nguyễn',
    buid: 'B00000005',
    status: 'linked',
    city: 'Hà Nội',
    country: 'VN',
    postal_code: '100000',
    created_at: '2026-05-19T03:44:00Z',
  }),
  signup({
    email: 'majo@example.com',
    first_name: 'Majo',
    last_name: 'García Márquez',
    buid: 'B00000009',
    created_at: '2026-11-02T22:10:00Z',
  }),
]

function signup(known: Pick<Signup, 'email' | 'first_name' | 'last_name' | 'created_at'> & Partial<Signup>): Signup {
  return {
    former_last_name: null,
    buid: null,
    status: 'started',
    zip_code: null,
    city: null,
    country: null,
    postal_code: null,
    google_uid: null,
    google_linked_at: null,
    ...known,
  }
}
