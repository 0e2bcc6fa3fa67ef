import type { SourcePackage } from './packages.ts';

/** The packages of `laterPackages` that are written mostly in C++ or Java. */
export const laterNativePackages: readonly SourcePackage[] = [
  {
    name: '@serialport/bindings-cpp',
    language: 'C++',
    versions: {
      '1.1.0': 'sha512-ZSTmQrx313l56qIVfIz1+tCAbKN+X8LwJHla1AabU26h91fd8YK+OTeNTrPwmH3xtSie8qIbsTPW5TxWpWfnyQ==',
      '10.5.2': 'sha512-HYSzTtCzvPSoUw6WhFQmXO/KQCVta+NBHf2Z1+ltP/rFkFAcCfvjcvb7YyMjc2fmTgLExhl3fccIOvhIJwH2yQ==',
      '11.0.0': 'sha512-wuGzPBGKlvamO9NHHyOGa0EMITa8MdqKdWNDRpqe8782nJRj3BneDIi7svEc4a1aGwX6HkLovZ8cT/nBFPGrkQ==',
      '13.0.1': 'sha512-j8nD5Om5MaQwzptncOiajIKj5RuMy7RiretZYmW4ZpaaLBc5XrapdojjL6AVwhpMWao8iSstlwEx/hpTIAp6mw==',
    },
  },
  {
    name: 'usb',
    language: 'C++',
    versions: {
      '2.4.3': 'sha512-BmCjjxsriODcrb+TdXdzSDDys+MOUeRvo22ywmyIxYcuVW9YKrr2Wp2gQZUfHrQbvovKu87Po9mk5OPftJdDeQ==',
      '2.8.2': 'sha512-d01nL2ao0aV+6pnB5MGODQ6PIJdIyTzbGXcyrH+fgyMYAlDASEtK9nyuAWkCXepn45U+DxGwl7fVUThvkzSgZg==',
      '2.13.0': 'sha512-pTNKyxD1DfC1DYu8kFcIdpE8f33e0c2Sbmmi0HEs28HTVC555uocvYR1g5DDv4CBibacCh4BqRyYZJylN4mBbw==',
      '3.1.0': 'sha512-G84NF5Y4/Mpj86peENkp29Qby/JS5bSiVEq5V9iH53g3FoDD7Z/loi7P78hs/nboGhe2SQ3Pc094vRAG+1wvag==',
    },
  },
  {
    name: 'keytar',
    language: 'C++',
    versions: {
      '4.9.0': 'sha512-5aKEpnxRWUIhSlRXckqTxomqokV1/tOBe3EdbCDyMjDaoa5AkVHVa1yK+fa2CgJR5MadbJndFWmcDMCq812F4A==',
      '5.3.0': 'sha512-/gGxnCGF4jjQgws8DNxsbPamXCf4X29U2B2M2ceEcfBCHfSVfcrZ130CSqhbJ1/ETa/TzUCyUCCNjQtpIWkKgg==',
      '7.1.0': 'sha512-ciDrtCcvhKpmVfPMVAiKSeKKQd+8S2VWOIcJP0Rdwz/ezSxHxYrycpwufDGpEHJqLyi/F7C7iwoz0eKGllzcMw==',
      '7.9.0': 'sha512-VPD8mtVtm5JNtA2AErl6Chp06JBfy7diFQ7TQQhdpWOl6MrCRB+eRbvAZUsbGQS9kiMq0coJsy0W0vHpDCkWsQ==',
    },
  },
  {
    name: 'classic-level',
    language: 'C++',
    versions: {
      '1.0.0': 'sha512-t3t2Ueu6tBCw5HlJX1B4yOylTgQSUTDcuFSqmI+nBwVvhfBpytHumpgGtJ4dZ82SKeTnEXtlLLgKyNGc084vHA==',
      '1.3.0': 'sha512-iwFAJQYtqRTRM0F6L8h4JCt00ZSGdOyqh7yVrhhjrOpFhmBjNlRUey64MCiyo6UmQHMJ+No3c81nujPv+n9yrg==',
      '3.0.0': 'sha512-yGy8j8LjPbN0Bh3+ygmyYvrmskVita92pD/zCoalfcC9XxZj6iDtZTAnz+ot7GG8p9KLTG+MZ84tSA4AhkgVZQ==',
    },
  },
  {
    name: 'leveldown',
    language: 'C++',
    versions: {
      '3.0.1': 'sha512-Nh/FaR8/Bv1BwF7E7OSN7ym5we35464PW2+9N49SPJeyXIxqoIR2vnClTQNAQ4XeBP3rWevT1fUDHwBB9jPV4w==',
      '5.0.3': 'sha512-isfWtOQIXbGbQRI8nmU9FqCZM0klmqTAOFi0vF6G/D0O1ZgxLrSh6Xd4Zj9iVQfGt6+8jpYwkRbN07VLrxRM8w==',
      '5.4.1': 'sha512-3lMPc7eU3yj5g+qF1qlALInzIYnkySIosR1AsUKFjL9D8fYbTLuENBAeDRZXIG4qeWOAyqRItOoLu2v2avWiMA==',
      '6.1.1': 'sha512-88c+E+Eizn4CkQOBHwqlCJaTNEjGpaEIikn1S+cINc5E9HEvJ77bqY4JY/HxT5u0caWqsc3P3DcFIKBI1vHt+A==',
    },
  },
  {
    name: 'argon2',
    language: 'C++',
    versions: {
      '0.28.1': 'sha512-lhAY9v4gLNDT9ffzGLSVf2Fb5ikgYfZybn7kPHjdxCzu4VOzv/6890n6hv1Tie7UvoBTSYzRxyOzjAlx/GyFag==',
      '0.30.1': 'sha512-wJYS8ebn6zHZwv4/iOOdlW1KUuLdbyIyhGsT51j6d9l5cRrHQU8pl817ubAxNgnS1jrbW/NGwegN3YrV0d5jRg==',
      '0.40.2': 'sha512-y2Vpt9x/0l/gcXJyYqQ0KYugEj2qyB4Ijcg8q5ynkCtdmyp8O04y6z+0AYKMi1JFemEjQqLbIW91TYWACjawcA==',
      '0.45.1': 'sha512-skm+/WCjkGqCQxF7FG1LuZXM5yvbFjgbfiCGsud2oLgaDhh6b6dbH0b1EkghbM+xx4Bj8Ape+KKgixoIlWZicQ==',
    },
  },
  {
    name: 'zeromq',
    language: 'C++',
    versions: {
      '3.2.3': 'sha512-5rzd28Fv1xSi+M/L9DQVfFKGz36KlLlaT2QrZJZ+uxBewLie0b6AZ2ekRUlFqHAyWhd76/CgdMTHb2aWtI92yA==',
      '4.3.0': 'sha512-bVTnjthxifh3uRTAbkqKy3jr+H/tai6H4BOIDB4vz8H+QEzdQ0RVgKp3Zr4pUvFvALQynS2G8wB/ihcIgaUzqA==',
      '5.1.1': 'sha512-ZInBjczu5qjKW9WFnFcaOoAqCqDqTn1QqVzB6nTt5SGu9OQb9K8qk9RjBoXJY+fxTpRDparqBnhFxYBZFEgJyw==',
      '5.3.1': 'sha512-4WDF9bNWWXe8OAI319bVw5dmG4BklEk8wzFGwRQxEzKb+0mgDU5J/jtyZPo0BEusVIU1+3mRQIEdT5LtQn+aAw==',
    },
  },
  {
    name: 'libxmljs',
    language: 'C++',
    versions: {
      '0.14.3': 'sha512-oPHPO7HHucrZjy3XIjWhD2/CG8FPb2G2eIim4tMS97+zxAFAlWwY68bzYouRl06pek9Mq/clvoTHfLeMjedP1A==',
      '0.18.4': 'sha512-dzq7ffX+ThhTvae2LCDlCcC/lJX4lUR63QJ1mbzUh+DAb8TxoL5uLaHpSSeEahiYCuuYFeiCGrT3VjOygI3DIw==',
      '0.19.5': 'sha512-mKlafbSIsgZCXcha6loyMN/Q1kcbNJ5N3VC/rS0vrJXdI99TzEI2i2rPp10HN/B70vSPh6bq6nHhoCT19eGtTw==',
      '1.0.11': 'sha512-ChqXkhZuvhbjariwPakKs/h+dF5Pe7j+QJ/PmTidzx7mDiFa5chhy7806PQiO+VnBJZ5mVLVq4Dk+W7fZP6luw==',
    },
  },
  {
    name: 'bufferutil',
    language: 'C++',
    versions: {
      '1.0.1': 'sha512-mzomVwRbI5iFktXEsCY2ZTUd8WAUSbzwLIbh7oAVvaY22gCWVFH3h3ZSUSmURkP2NvS2sAfWyijqR5qduu5tSw==',
      '3.0.1': 'sha512-0W0xufsO39Xq9X8m1BE81j+Ljh/h0Ien8ErXtQYvdTTOPvfpe6daHTow5GSkUwaDphMiyRxGF3NgZczYxhltfw==',
      '4.0.2': 'sha512-AtnG3W6M8B2n4xDQ5R+70EXvOpnXsFYg/AK2yTZd+HQ/oxAdz+GI+DvjmhBw3L0ole+LJ0ngqY4JMbDzkfNzhA==',
      '4.1.0': 'sha512-ZMANVnAixE6AWWnPzlW2KpUrxhm9woycYvPOo67jWHyFowASTEd9s+QN1EIMsSDtwhIxN4sWE1jotpuDUIgyIw==',
    },
  },
  {
    name: 'deasync',
    language: 'C++',
    versions: {
      '0.1.9': 'sha512-xH/nDmjdPOYADfxyonDkc9gs/WUn5fY8Z7+CWduQwEkpB6E06jKIv8kXNns8E0TWr6Ek7nDnc3hqRZ03edcjbA==',
      '0.1.17': 'sha512-pGNgn1Z/blJ8VJXl286ki6p7P5Aw8owwv+714yx8KO2rcaaWiD3nDBWOj7Yt6eumyY+au/VOLUBQwBLcdnBhXQ==',
      '0.1.24': 'sha512-i98vg42xNfRZCymummMAN0rIcQ1gZFinSe3btvPIvy6JFTaeHcumeKybRo2HTv86nasfmT0nEgAn2ggLZhOCVA==',
      '0.1.32': 'sha512-7rYCD3JLBapnkXryYnEmEDV0pZrlHORin38Vjnhp/EZOTyjqyPCBw/+DCFASXWH8HDmqLrsZv9POw8XXu/DeYA==',
    },
  },
  {
    name: 'robotjs',
    language: 'C++',
    versions: {
      '0.1.2': 'sha512-GDPxqB77zMpfX6zYqCiZYOHUVyGnFjVablHoUTJiiM8caFd9I56UYm+8zhtuKyH7XrsvTu7j+kySTdQAYgunpg==',
      '0.4.4': 'sha512-WIWf5vsBZqvft67tApO+bu+Ck8pdCZl/Y/ioGwaIF56Um2kWmjxSmwi2fPYm+8XSBeYkOWhGQfia1mFC9HKzzQ==',
      '0.6.0': 'sha512-6pRWI3d+CBZqCXT/rsJfabbZoELua+jTeXilG27F8Jvix/J2BYZ0O7Tly2WCmXyqw5xYdCvOwvCeLRHEtXkt4w==',
      '0.9.1': 'sha512-1c9pOcCT0H/Y9Oc9DvwR+ZQKYwngHgCD4d3A+Q7zEWbVovHq1FipctSRiq99L4I8t0IdhMDOBX+pTRtZdSaSXg==',
    },
  },
  {
    name: 'react-native-windows',
    language: 'C++',
    versions: {
      '0.77.12': 'sha512-NGzVxLxncGrPMyFEbUerHE/J2gbCcWuGsw1p51C6HsYqZNLwb+y9D2RxNbFvIVvEEBjYfnHClcJfvbh4WmbSeA==',
      '0.79.4': 'sha512-vfyEP0ittwrygqVApug4jw/Se04xFYGg2eE5AnfPqzdo9EFo4j/2DY9Em6BaU7j6FKNQlv7ShvX3F8fRXuy+kw==',
      '0.81.29': 'sha512-Fz+tsE0ryuA/w+jgu/BqvKeu24aRiS53W9jCS1vDzTd6PZHFvMbc7aPiN+9fComG0bruC7heruvnNGYUAhL4GA==',
      '0.84.0': 'sha512-VmtJqtIRTYNo5jx+qrQJCT/mvNk3fONPssxWQham8OsaDl2VH4QUhBpifaK9HTbKpWMK5qLcBwh8YDSrFQA5zQ==',
    },
  },
  {
    name: 'react-native-reanimated',
    language: 'C++',
    versions: {
      '4.1.7': 'sha512-Q4H6xA3Tn7QL0/E/KjI86I1KK4tcf+ErRE04LH34Etka2oVQhW6oXQ+Q8ZcDCVxiWp5vgbBH6XcH8BOo4w/Rhg==',
      '4.3.3': 'sha512-Er2rbjdE8z/E+vgWEEE5xKwxfE3TRQCot5yU+5aVjM1wgC5umOrRGLFSv2aW12xDPUj80qEsHLPWQ6MZJBkvAQ==',
      '4.5.1': 'sha512-RnMvtDuR+68ig864gAvZCOdZehqhC5rFmMo0kn+ARfgVSTvFeF6IFLBVgMPUu0KwihaapEyW24WRi6nEyy1kSA==',
      '4.8.0': 'sha512-emcLwcnEl6Xwg2op8VPyONeZm75Y5FD2sPaOJtF7EbGn/IJVbas0Yq4VQRsl1tZgo9oI9qeqIkPzU9gAgAGQFQ==',
    },
  },
  {
    name: 'react-native-maps',
    language: 'Java',
    versions: {
      '1.26.0': 'sha512-TmQbkJeh52INqY0oCwl4o1O9qerc4YdyPfTCcnn41aFAs28ZYjG4QAXcVDALXclRFz6eqog3+zgeU7eJ2YVJ+Q==',
      '1.26.11': 'sha512-msVwUqguXrPoiRMA30q432StQ9c+dJYwP1p03xDcXp8A96hMYsotbKbJ7xaeqXHyr9LWaFgprn5zEDZ+XdQTRg==',
      '1.27.1': 'sha512-wGMFwo7oy1MhRogLj203f193VeY1WD/wXaJKQP7pNRUzcExmqhD3wrQyE1aRneD4ffNO0VkaqCIdcToT0aI7AQ==',
      '1.29.11': 'sha512-fZNc6AINuPdHS2puudanNPd9ZMPPuerTHfy9HU6LbpOD+kB03SuOZRbOEYIOE2eSuUPYwLHvU8ys1RcSIxLYhA==',
    },
  },
  {
    name: 'react-native-fs',
    language: 'Java',
    versions: {
      '2.9.12': 'sha512-kppfQwMEmEerP9KImdzRi49ko0pmZtzHzIhpDSkjQVrpTPG7AEzYxdAqapaDveHM8CcN6tzqmiljrueqlBr1VA==',
      '2.13.0': 'sha512-kP5vN98OLLlDS/WCxOk03l8jTiFDKwIR1K3rIDEueWkCCNmvMj78fup11CqhXFkU/XMYNJ1GrjP3+elBZimYzg==',
      '2.15.3': 'sha512-fKCfFOiRPLj/Pj8G70Qm0kRU51g40uYOee9aqjkY6yZeMG8uD+4rz1/WRi8r9QdJawxZomyhEc/60hVgLVgE3g==',
      '2.20.0': 'sha512-VkTBzs7fIDUiy/XajOSNk0XazFE9l+QlMAce7lGuebZcag5CnjszB+u4BdqzwaQOdcYb5wsJIsqq4kxInIRpJQ==',
    },
  },
  {
    name: 'react-native-camera',
    language: 'Java',
    versions: {
      '0.10.0': 'sha512-qum5zdJ3GQZ/mB+SYdT8EhQVnIfmyLzwyIK9Ss4vsTGLKxKmt9tf7oGigT2t52aOy6tNglKcgYuU0cZREKGDDA==',
      '1.1.1': 'sha512-n0wYWVYytPe7FVTnR9jsL9OkYirUhwoUaFiRbbZHTRA0xxKRR4I94VSfglUQRpUgFJCg9j7rD5CtzJ0YjeGGAg==',
      '1.4.1': 'sha512-aZzvGGiGYrLWamTN1iSQuhkfip3v3pp/yX4CVTNt4GD17tOOy5XvEP7S+9reYfeRqNlIMCXXI09pQEl7T2JEsw==',
      '1.6.3': 'sha512-j+uK3osT0womUv+9+bTWEfdNZW2pq9QKOrCuRdK/DMRneS+78YEwzKlEYKz9E6zAgCVTeLD0MsvmYNLZWt5/ow==',
    },
  },
  {
    name: '@react-native-community/datetimepicker',
    language: 'Java',
    versions: {
      '7.6.2': 'sha512-ogZnvCmNG/lGHhEQypqz/mPymiIWD5jv6uKczg/l/aWgiKs1RDPQH1abh+R0I26aKoXmgamJJPuXKeC5eRWtZg==',
      '8.2.0': 'sha512-qrUPhiBvKGuG9Y+vOqsc56RPFcHa1SU2qbAMT0hfGkoFIj3FodE0VuPVrEa8fgy7kcD5NQmkZIKgHOBLV0+hWg==',
      '8.4.5': 'sha512-vvVOJAHjU8TFBzTUjQzANCL6C3pZSE2zjfutCATk790uz7ASEc2tOBD+EIG4BTelWtP2G9jqvXp2L7XGdhEBRg==',
      '9.2.1': 'sha512-P2dir8EcPYuS6g7N/E4jImugB99h2+e1kzNX6Ihg+2T2v5IZ5dB+4afLisG6rdua4YZ1mADYCZ2iqI34sPjIKA==',
    },
  },
  {
    name: '@react-native-community/netinfo',
    language: 'Java',
    versions: {
      '9.3.10': 'sha512-OwnqoJUp/4sa9e3ju+wQavAa8l0fiA3DheeLMKzKxtKeAe0CA7bNxWRM752JvRQ6A/igPnt1V0zSlu5owvQEuA==',
      '11.0.1': 'sha512-OqOzDNyFq2u4CYOFv0zwzJdHPPIwX0h4WfFZimdeRIVtwuLk7ZgxeAMuujOe/HXnEjpfXNYVxjM5wgjsxMxqzg==',
      '11.3.2': 'sha512-YsaS3Dutnzqd1BEoeC+DEcuNJedYRkN6Ef3kftT5Sm8ExnCF94C/nl4laNxuvFli3+Jz8Df3jO25Jn8A9S0h4w==',
      '12.0.1': 'sha512-P/3caXIvfYSJG8AWJVefukg+ZGRPs+M4Lp3pNJtgcTYoJxCjWrKQGNnCkj/Cz//zWa/avGed0i/wzm0T8vV2IQ==',
    },
  },
  {
    name: '@react-native-picker/picker',
    language: 'Java',
    versions: {
      '2.4.10': 'sha512-EvAlHmPEPOwvbP6Pjg/gtDV3XJzIjIxr10fXFNlX5r9HeHw582G1Zt2o8FLyB718nOttgj8HYUTGxvhu4N65sQ==',
      '2.7.5': 'sha512-vhMaOLkXSUb+YKVbukMJToU4g+89VMhBG2U9+cLYF8X8HtFRidrHjohGqT8/OyesDuKIXeLIP+UFYI9Q9CRA9Q==',
      '2.10.0': 'sha512-/JSCCiyoO+sPTBCy6GHMnFvir59uBnetFu+l6QXB76SB8udrBXMvzxx7gdfB5UuxXkZSeMGODp/nxAYddt9Rbg==',
      '2.11.4': 'sha512-Kf8h1AMnBo54b1fdiVylP2P/iFcZqzpMYcglC28EEFB1DEnOjsNr6Ucqc+3R9e91vHxEDnhZFbYDmAe79P2gjA==',
    },
  },
  {
    name: 'react-native-blob-util',
    language: 'Java',
    versions: {
      '0.19.4': 'sha512-qQ2l3ZmclxA8Ht9NyI4qVJ94j8R4wIUaNP40ZMGjDMXelzvk3tTBeuEYkx7a2R84TGpaXCpKDQmee7+x9Bmo7A==',
      '0.21.3': 'sha512-knz/phpzHzI57EEiSfTDo2w0XU3lFNh5ZwMrmBWUj4fOJJOcqtHY4BMXBhPfBTA9Z1S8stUNBJFQDjRDUso/DA==',
      '0.24.5': 'sha512-GmhV7sJ0oC1ENLXE5mVe5eUE8JXgNNyylOmpgo6NZhkWzB0tCcV/RNNanpHw6CkAF+WdnPdnpo5G/yrSxX75fg==',
      '0.25.1': 'sha512-HMzab2SL8h48pvfufji0TKdet/jnNvamxYmYyNqTV5YOge00V28ycdc3S4leHjGXMJ1+fS2j2SrQ3aG5pzbx1w==',
    },
  },
  {
    name: '@capacitor/android',
    language: 'Java',
    versions: {
      '7.6.4': 'sha512-ETk+B1q+kt7H5ArRK+OG478L1LtDQFtFpYbY37M3T8jzYe7BDZEem2QJEsNX6Mszy4hhPkhdOiogohR2YrlDvw==',
      '8.0.2': 'sha512-0D7j0YvzjnfCMKLvFkAbx8b3Vwx+QfHFG5NzoXpI9sAl3zWiLsfa+NX4x92Fy+k4MGjLSMAfLThCqILYGDDsgw==',
      '8.3.4': 'sha512-7gJjrG3X32Am1QMLqgMztWTYMLMVNE+VZwhekNxhvYizH4mOV05vH+rC9B+f17bCkYZfyu/qXQX6hoY7kLeVZw==',
      '8.5.2': 'sha512-rtiaz78egCcS+vs29wkWCL3C+RhazKMSygXcjutwWP8NmO6r5UBxOvGf3Wjz5+ahobyQ723tn9gCePwRwcNDZQ==',
    },
  },
  {
    name: '@capacitor/camera',
    language: 'Java',
    versions: {
      '5.0.9': 'sha512-ibuctDzQWVABnJCtIuiFdVYvLbiQNln9gKMZGNN0bZ6oSqoxzDlN7etueJwyFaaRZZlVrXc/sMWuhOkeVJEHcQ==',
      '6.1.3': 'sha512-8+3ROcAQ5RZzhBosZqEFgTWMZE48mhxRyYnTdR6ZX12u/ZfsD3x4it3H+XnjbeF7EYgRWG7sY+2emAy8ROubPw==',
      '8.0.0': 'sha512-Iu8j2oxoIhY2mLuoEckbL7PFgw1XFm1nqmeWdIkILpcT3H9A+BrSDUDlzWqM/EeaDKo6JnhR59tYHwUhOdXaUg==',
      '8.2.4': 'sha512-kZIeRkOvtE2dnbq76tEo3ZWKyGfzHFK0txsR56qKAmjAARTg9r86iIUcKZa/y4U1vOHH/gdQae5e3+OAF3wwPQ==',
    },
  },
  {
    name: 'react-native-keychain',
    language: 'Java',
    versions: {
      '4.0.2': 'sha512-ggZu8QbZLhscqqc3BudCXzpItUZOc3TLO0ZypOtp7dUaCoOqzq4Z11o7c8V7zE7MWSignpnb9jM6qqj5xeM3GA==',
      '6.1.1': 'sha512-WYvAg7FbYPyX8jJ1rY/IQGS+6zK5LtNMRa3E8x1n0M5Lmsm/9CHtakzbmqT+rLvFE7DpPBg7qFawMuUoDjjtYA==',
      '8.1.3': 'sha512-Y4PMfY+VpXn7P1HhszJkWJ5ikKxKwg8djoDxyy7mO3jbsiWtWUtb3AGbFkdOuYaEp7lDc/TPiQgWO8yZ+AMzmw==',
      '10.0.0': 'sha512-YzPKSAnSzGEJ12IK6CctNLU79T1W15WDrElRQ+1/FsOazGX9ucFPTQwgYe8Dy8jiSEDJKM4wkVa3g4lD2Z+Pnw==',
    },
  },
  {
    name: 'react-native-linear-gradient',
    language: 'Java',
    versions: {
      '2.2.0': 'sha512-0fTgELrDW80mVHqm9168ddyaJ3jZ9Gn8LB/2oDtt3TfnLGpgo9j/11PjQ5QiZm4Lrn0R8YLfu0mg6rB2hiJabg==',
      '2.5.2': 'sha512-G16njRgPi52iB5gggpVvI8qJaAT2ZbIyNKXZtrdYoDKp7oOAq3w5F7qwuIz6tdxKMcF6LGYhouFsmuD8cTI/JA==',
      '2.6.2': 'sha512-Z8Xxvupsex+9BBFoSYS87bilNPWcRfRsGC0cpJk72Nxb5p2nEkGSBv73xZbEHnW2mUFvP+huYxrVvjZkr/gRjQ==',
      '2.8.3': 'sha512-KflAXZcEg54PXkLyflaSZQ3PJp4uC4whM7nT/Uot9m0e/qxFV3p6uor1983D1YOBJbJN7rrWdqIjq0T42jOJyA==',
    },
  },
  {
    name: 'react-native-view-shot',
    language: 'Java',
    versions: {
      '2.1.1': 'sha512-RcZTNmy3F3UjLhQsSzWLBu/sS8bG7hv4F6evfBFGyXdit2TrZZCZ3AJh6r1D3ricn6CSiUuawBxDKBDbTlI2EQ==',
      '3.0.2': 'sha512-JZOkGo2jzSX2b7N6N2uDr0wQjSz+QmBtY8jzeo0XJY6bLOfaY5nmWyYxDmDRoSpKiFkGTCkyhUqNnjo6lXOtEw==',
      '3.7.0': 'sha512-tQruLNjs7Ee/p6xUgJqF6glnatHaq/UqaIQ6KdYIFG0+XpUZdhqmEM4WMLsYfayfFEhdlF86G1S3eXMOfDNzFg==',
      '6.0.1': 'sha512-GIEMJcqHoqOz0KL+do2ZwddTwusiNl0oYtnivv3cIedZWtklPjLcvZhY0QjPDuOiIoz6BdWW49+S3z68+YgJZA==',
    },
  },
  {
    name: 'react-native-pager-view',
    language: 'Java',
    versions: {
      '6.5.3': 'sha512-v/90BTiK4nCkR1aseq2BoshVXx3QuUX9CAOwoZddFh+SpfT5KE6HAGJgRRle/E2Y3o4eQTkqB7sfCzuCmOyIPQ==',
      '7.0.0': 'sha512-RgpGiTqE7UoSvCMG//AkiMrReF3NxtCfeCiRSvqxhYlTwHq3jMFWqAyZsyEepvCHYCYnMSmRGTMxv9koziat7g==',
      '8.0.4': 'sha512-9ASQA/gdQv63pESFbzyODgsY07kZoBjLqBRvZ/HNYn+h29XyOX2BICuvVmhemxw/pz3hKGqGEU31DDhDArwaRg==',
      '10.0.0': 'sha512-MVZI0BO/giG23pETmpxpiv6dP2tnoE/NFWFo+OH8MJR/yeoWQxca9ymgbGIkZVmUHnyjyzoSST0l+mdKLTs4dw==',
    },
  },
  {
    name: 'react-native-safe-area-context',
    language: 'Java',
    versions: {
      '4.13.1': 'sha512-SOXIQkHjOB5ZsRmJgaTfaKmzkrMIMmNEfg8vU6KAvgyEyQwXpXYCtS2dydusiX/a3uMDBxxTWv6WmCEFljiptw==',
      '5.4.1': 'sha512-x+g3NblZ9jof8y+XkVvaGlpMrSlixhrJJ33BRzhTAKUKctQVecO1heSXmzxc5UdjvGYBKS6kPZVUw2b8NxHcPg==',
      '5.7.0': 'sha512-/9/MtQz8ODphjsLdZ+GZAIcC/RtoqW9EeShf7Uvnfgm/pzYrJ75y3PV/J1wuAV1T5Dye5ygq4EAW20RoBq0ABQ==',
      '5.11.1': 'sha512-yCltXXwhwp42vMqfhAsH5BWgAysbLNgwfn3PDwNpOn/CgwfM+eMWgScZIbHbMzJYNLi5bKJEOIUEG4RwKNiECA==',
    },
  },
];
