Feature: Nonces that the author of a text cannot know

  Scenario: NON-001 a value becomes 32 lower-case hexadecimal digits
    Given an unsigned 128-bit integer
    When it is formatted
    Then the result has exactly 32 lower-case hexadecimal digits, padded with zeros, and the same value

  Scenario: NON-002 a value outside 128 bits is refused
    Given a value below 0 or above 2^128 - 1, or not a bigint
    When it is formatted or comes from an injected source
    Then a RangeError or TypeError is thrown

  Scenario: NON-003 nonces come from the platform's CSPRNG
    When many nonces are drawn without naming a source
    Then no two are alike and no bit is biased

  Scenario: NON-004 no byte of the pool is handed out twice
    Given a platform source with a known sequence
    When nonces are drawn past the end of the pool
    Then each takes the next 16 bytes, whichever function draws

  Scenario: NON-005 used bytes are wiped
    When a nonce is drawn
    Then its bytes in the pool are zero and the next ones are untouched

  Scenario: NON-006 without a random source nothing is drawn
    Given Web Crypto is missing, incomplete, failing or a stub
    When the pool has to be filled
    Then drawing fails with ERR_NONCE_ENTROPY

  Scenario: NON-007 an injected source decides the nonces
    Given a source with fixed values
    When nonces are drawn from it
    Then they are its values in order, one each

  Scenario: NON-008 a fixed source ends
    Given a fixed source whose values are used
    When one more is drawn
    Then a RangeError is thrown

  Scenario: NON-009 a token has the length that was asked for
    When a token is drawn
    Then it consists of that many characters of [A-Za-z0-9], 8 by default

  Scenario: NON-010 tokens are unbiased
    When tokens are drawn
    Then each of the 62 characters is equally likely, by rejection and not by a remainder

  Scenario: NON-011 a stuck source cannot make a token loop
    Given a source that answers all ones for ever
    When a token is drawn
    Then it fails with ERR_NONCE_ENTROPY

  Scenario: NON-012 the length of a token is checked
    Given a length that is no integer from 1 to 1,024
    When a token is drawn
    Then a RangeError or TypeError is thrown

  Scenario: NON-013 the surface is pinned
    Then exports, error codes and entry points are the documented ones

  Scenario: NON-014 the platform source is frozen
    Then its method cannot be replaced

  Scenario: NON-015 errors are recognised by brand
    Given an error of another installed copy of the package
    Then isInstance recognises it, and no other error

  Scenario: NON-016 a source that is none
    Given something without nextU128 where a source belongs
    When a nonce or a token is drawn
    Then a TypeError names the argument

  Scenario: NON-017 a fixed source of no list
    Given something that cannot be iterated over
    When a fixed source is made of it
    Then a TypeError names the argument
