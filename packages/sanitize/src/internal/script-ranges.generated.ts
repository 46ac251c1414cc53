// Written by scripts/generate-tables.mjs from Unicode 17.0.0. Do not edit.
// Ranges as gap.length in base 36.

/** Letters and marks of cursive and Brahmic scripts (Script_Extensions). */
export const JOINING = 'jg.1 1v.2 1.2 2.2 1.1 1.1 m.3 7.2 1.2 ke.b 5.1s e.2u 1.8 2.a 1.6 a.3 2.1 g.34 22.18 4.4 1u.s 4.14 1.7 7.23 1.34 2.f d.37 c.2 a.1 1.2p h.6 b.2r l.2z d.1 g.2e 14.2s s.4 1.2n d.2m 5.4 7.5 m.2u i.2 d.1m 5.f 1e.26 d.11 n.2 r.1 1.1 1.1 4.1z 1.1j 9.1 1l.1s g.1s a.4 19e.1h b.38 2.u 3.1 4.2 1u.3v 2d.1o k.3e 1i.s 4.2o 13.1 2g.25 u.9 c.1c a.1m c.1k l.3 3k.3 1.13 71.1 1.1 l1.1 qof.14 4.1 j.1g c.1y q.o 3.1 1.3 a.10 2.10 18.1t e.1 g.g a.2c i.n 3.2s 2.g 2.5 5l.17 1.2 foi.2q x.a3 i.1s 2.1i 14.c 38.3x rn.1 1en.1s 3k.8 1.u 49.i a6.14 be.6 1e.6 1c.x v.m 16.l 1n.1z 15.23 7.1 1p.1h f.4 1k.1x 4.4 1.2 a.1 1.1 z.1k 6.2z 7.1n l.5w d.2y j.2w 1.1 54.1t n.2x 3.1 1n.1l 1z.18 k.6z 5h.1w 2k.1u 1.2k 8.2b 3.1 5e.8 48.1t 1d.5y o.1l 93.n 9.1v n.1 cyt.1c qts.24 xg.58'

/** Viramas, stackers and killers (Indic_Syllabic_Category). */
export const VIRAMA = '1u5.1 3j.1 3j.1 3j.1 3j.1 3j.1 3j.1 3j.1 31.2 g.1 3g.1 33.1 j.1 2z.1 5l.1 50.2 1cp.2 u.1 4c.2 i5.1 p.1 5l.1 2t.2 1y.2 ro2.1 11.1 47.1 3y.1 30.1 8l.1 6u.1 imp.1 16u.1 15.1 e.1 1l.1 3d.2 3v.1 38.1 50.1 2q.1 3k.3 35.1 3j.1 70.1 3j.1 3a.1 38.1 7h.1 77.2 4h.1 2b.1 i.1 29.1 bp.1 78.2 29.1 bt.2 d0s.1 2ez.2'
