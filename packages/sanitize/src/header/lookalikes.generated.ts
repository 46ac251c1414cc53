// Written by scripts/generate-tables.mjs from Unicode 17.0.0. Do not edit.

/**
 * What looks like an ASCII letter, colon or hyphen (TR39 confusables, Unicode 10) and is not made one by NFKD or case,
 * and bullets as asterisks: that character, then the distance to the code point before in base 36, left out when 1.
 */
export const LOOKALIKES = 'x5Zb4Tg9l9rGsNl3a41gGy2i6iw5uSy4:1T-7:Xj3RaIbe3zhl2km2no2p2t3yx2yCi6v4o6u2fNmUsBlj2a8b2e3k5m2hop2ctyx2b7r7iZwBvJy1MhDe2l3iFd1EgBqFwu1Ds2o6wCq2q3hAn8n4g5f3:5--1Gl2:3lIv3l7o2l1YoWlQo4v2o2Fo3-JolSo4v2:C:o58lAoBGo3Ko3Ko3Ko1Mo1Yo3Ko3Ko3Ko1Mo1Yo6Io3Ko99oZy4NoOu75o5Sd5Srti3y4ajew7m4h4y2g3h2zbCr3w2sv4sl4cp3k4dgCbv1NuTpXd2jUlTx47h1NxrAb14f5aHdPdCm6b7x3Axx21lAkKm:M:7R:6cZFoBo2uBv4wzr4g2Ly9f7Ly2Q-7L-2---*D*-W:Ne5W-6ClHv5u2:Ct32vTu2e1Oi38pa6l3N-77-x36*1J*11*N-C0t1Vx9Exx77rGMh9l4k2m4n2o4p4c2t2y2x4-ElMv2WelMo5qx8-59-W-oCS-L-KbN1Cpddtg2kj2cz2fm2nlsrv3hw3xya2e2l2ou:9i96v48s2A:2GfFu7jJxbeOUf3o8rAru6u4y8r13'
