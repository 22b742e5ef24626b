import type { Alumnus } from './alumnus.ts'
import { buidAt, contactIdAt, crmIdAt } from './crm-ids.ts'

/** The first people of every demo database, the same in each: tests, screens and documentation know them by name. */
export const namedPeople: readonly Alumnus[] = [
  { first_name: 'José', last_name: 'Álvarez', primary_email: 'jose.alvarez@example.org', personal_email: 'jose.alvarez@example.org', mobile_phone: '(617) 555-0101', street: '12 Elm Street', city: 'Boston', state: 'MA', postal_code: '02118', country: 'US' },
  { first_name: 'Jose', last_name: 'Alvarez', primary_email: 'J.Alvarez@Example.com', work_email: 'J.Alvarez@Example.com', city: 'Miami', state: 'FL', postal_code: '33133', country: 'US' },
  { prefix: 'Ms.', first_name: 'Siobhán', last_name: "O'Neil", primary_email: "siobhan.o'neil@example.com", school_email: 'siobhan.oneil3@alumni.example.edu', street: '7 Pearse Street', city: 'Dublin', state: 'L', postal_code: 'D02 F205', country: 'IE' },
  {
    prefix: 'Dr.', first_name: 'Margaret', middle_name: 'Ann', last_name: "O'Neil", suffix: 'Jr.', preferred_name: 'Peggy', former_last_name: 'Jones', crm_id: '0035e00000Peggy',
    primary_email: 'peggy.oneil@example.org', personal_email: 'peggy.oneil@example.org', work_email: 'MONEIL@HOSPITAL.EXAMPLE.ORG', school_email: 'margaret.jones4@alumni.example.edu', other_email: 'peggy+family@example.net',
    mobile_phone: '(617) 555-0104', home_phone: '(617) 555-0140', street: '98 Beacon Street, Apt 4', city: 'Boston', state: 'MA', postal_code: '02116-1234', country: 'US',
  },
  { first_name: 'Minh', middle_name: 'Thị', last_name: 'Nguyễn', primary_email: 'minh.nguyen@example.com', personal_email: 'minh.nguyen@example.com', street: '21 phố Hàng Bông', city: 'Hà Nội', state: 'HN', postal_code: '100000', country: 'VN' },
  { first_name: 'X', last_name: 'Æ', primary_email: 'x.ae@example.net', personal_email: 'x.ae@example.net', city: 'Los Angeles', state: 'CA', postal_code: '90012', country: 'US' },
  { prefix: 'Mrs.', first_name: 'Mary', middle_name: 'B.', last_name: 'Smith-Jones', former_last_name: 'Smith', primary_email: 'smith.family@example.org', personal_email: 'smith.family@example.org', home_phone: '(212) 555-0107', city: 'New York', state: 'NY', postal_code: '10025', country: 'US' },
  { last_name: 'Teller', crm_id: '0035e00000pEGGY', primary_email: 'teller@example.org', personal_email: 'teller@example.org', country: 'US' },
  { first_name: 'María José', last_name: 'García Márquez', preferred_name: 'Majo', primary_email: 'majo@example.com', work_email: 'maria.garcia@lab.example.net', street: 'Avenida Álvaro Obregón 45', city: 'Ciudad de México', state: 'CMX', postal_code: '06700', country: 'MX' },
  { prefix: 'Mr.', first_name: 'Robert', middle_name: 'James', last_name: 'Smith', suffix: 'III', preferred_name: 'Bob', primary_email: 'smith.family@example.org', personal_email: 'smith.family@example.org', deceased: true, do_not_contact: true, do_not_email: true },
  { first_name: 'Anne-Marie', last_name: "D'Angelo", preferred_name: 'Anne-Marie', contact_id: null, crm_id: null, do_not_email: true, country: 'FR', city: 'Paris', state: 'IDF', postal_code: '75011' },
  { first_name: 'Zoë', last_name: 'van der Berg', do_not_contact: true, primary_email: 'zoe.vanderberg@example.edu', school_email: 'zoe.vanderberg@example.edu' },
].map(named)

function named(known: Partial<Alumnus>, index: number): Alumnus {
  return {
    buid: buidAt(index), contact_id: contactIdAt(index), crm_id: crmIdAt(index),
    prefix: null, first_name: null, middle_name: null, last_name: null, suffix: null, preferred_name: null, former_last_name: null,
    primary_email: null, personal_email: null, work_email: null, school_email: null, other_email: null, mobile_phone: null, home_phone: null,
    street: null, city: null, state: null, postal_code: null, country: null, deceased: false, do_not_contact: false, do_not_email: false,
    ...known,
  }
}
