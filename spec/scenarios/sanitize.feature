Feature: sanitizing untrusted text

  Scenario: SAN-001 the standard policy is the reference's, byte for byte
    Given the vectors of the reference program
    When each pass runs on its input
    Then the output is the recorded one

  Scenario: SAN-002 no vector is lost
    Given the vectors of the reference program
    When the cases of the four functions are counted
    Then there are 17, 39, 142 and 118
