import { laterNativePackages } from './laterNativePackages.ts';
import type { SourcePackage } from './packages.ts';

/**
 * Packages that were added when the held-out third of the other sources had been used. All of them are held out (see
 * rules.md). All versions have `MIT` in the field `license` of their `package.json`.
 */
export const laterPackages: readonly SourcePackage[] = [
  {
    name: 'winston',
    language: 'JavaScript',
    versions: {
      '3.6.0': 'sha512-9j8T75p+bcN6D00sF/zjFVmPp+t8KMPB1MzbbzYjeN9VWxdsYnTB40TkbNUEXAmILEfChMvAMgidlX64OG3p6w==',
      '3.11.0': 'sha512-L3yR6/MzZAOl0DsysUXHVjOwv8mKZ71TrA/41EIduGpOOV5LQVodqN+QdQ6BS6PJ/RdIshZhq84P/fStEZkk7g==',
      '3.14.2': 'sha512-CO8cdpBB2yqzEf8v895L+GNKYJiEq8eKlHU38af3snQBQ+sdAIUepjMSguOIJC7ICbzm0ZI+Af2If4vIJrtmOg==',
      '3.19.0': 'sha512-LZNJgPzfKR+/J3cHkxcpHKpKKvGfDZVPS4hfJCc4cCG0CgYzvlD6yE/S3CIL/Yt91ak327YCpiF/0MyeZHEHKA==',
    },
  },
  {
    name: 'yargs',
    language: 'JavaScript',
    versions: {
      '16.2.0': 'sha512-D1mvvtDG0L5ft/jGWkLpG1+m0eQxOfaBvTNELraWj22wSVUMWxZUvYgJYcKh6jGGIkJFhH4IZPQhR4TKpc8mBw==',
      '17.3.0': 'sha512-GQl1pWyDoGptFPJx9b9L6kmR33TGusZvXIZUT+BOz9f7X2L94oeAskFYLEg/FkhV06zZPBYLvLZRWeYId29lew==',
      '17.6.1': 'sha512-leBuCGrL4dAd6ispNOGsJlhd0uZ6Qehkbu/B9KCR+Pxa/NVdNwi+i31lo0buCm6XxhJQFshXCD0/evfV4xfoUg==',
      '18.2.0': 'sha512-9OpKOLeaoNFecEp7P6iYbzze/5CqWoH7N3SMs/6y1XF4nMvFMspEGZzJ6uFi9MmQwXhyzqYoSEKO3tvA3Z/o2w==',
    },
  },
  {
    name: 'superagent',
    language: 'JavaScript',
    versions: {
      '8.0.5': 'sha512-lQVE0Praz7nHiSaJLKBM/cZyi7J0E4io8tWnGSBdBrqAzhzrjQ/F5iGP9Zr29CJC8N5zYdhG2kKaNcB6dKxp7g==',
      '9.0.0': 'sha512-KbHSXDrHoNmT50b2D9s5emqI5N4UvwrOl5inwN9rPQoecZeF6jOEVe+LsiRpvkhD6a0a2QRdhZ3LJfN7QEwhOA==',
      '10.1.1': 'sha512-9pIwrHrOj3uAnqg9gDlW7EA2xv+N5au/dSM0kM22HTqmUu8jBxNT+8uA7tA3UoCnmiqzpSbu8rasIUZvbyamMQ==',
      '10.4.2': 'sha512-u+PFV+VKiAKKzJqnCvveNya3N+pR/8jUZs/ek6jRfE41fpSCNdFY61L7NYmSgB6I9TTFM50ywoPXRKgw2k3wKw==',
    },
  },
  {
    name: 'sequelize',
    language: 'JavaScript',
    versions: {
      '6.29.0': 'sha512-m8Wi90rs3NZP9coXE52c7PL4Q078nwYZXqt1IxPvgki7nOFn0p/F0eKsYDBXCPw9G8/BCEa6zZNk0DQUAT4ypA==',
      '6.32.1': 'sha512-3Iv0jruv57Y0YvcxQW7BE56O7DC1BojcfIrqh6my+IQwde+9u/YnuYHzK+8kmZLhLvaziRT1eWu38nh9yVwn/g==',
      '6.37.0': 'sha512-MS6j6aXqWzB3fe9FhmfpQMgVC16bBdYroJCqIqR0l9M2ko8pZdKoi/0PiNWgMyFQDXUHxXyAOG3K07CbnOhteQ==',
      '6.37.8': 'sha512-HJ0IQFqcTsTiqbEgiuioYFMSD00TP6Cz7zoTti+zVVBwVe9fEhev9cH6WnM3XU31+ABS356durAb99ZuOthnKw==',
    },
  },
  {
    name: 'mongoose',
    language: 'JavaScript',
    versions: {
      '9.7.1': 'sha512-rOCVA9ufRSdGTG6IdSqJa30avbaSBlI98zkv76xB+5xAzwCn4qvuKi26iE2BeAZrYYqcagjJRjmTA7+qEbSbYg==',
      '9.9.2': 'sha512-Nz8Rwu9jvADm0pyX0M3mEy8bx3wB5b/tRDI4XnjL7p6tZgmdyL9g0gE/EC9It6/XMIbcvniwYQDKYs91Qm+o+g==',
      '9.10.3': 'sha512-BQyjLRSJa5DzJ3PP0LHxATG4XX+6ys0J68lFmOlgoXJ+GVkuIsaZXZKxUPYd/t1Tv4qzLfaKkNWaipMIOuy5yw==',
      '9.12.1': 'sha512-wPw1NKurTDShT+kr/JJvhdwPKIJkxFJv5GEbv++QahN8snPR9Fp/BFg6nQbbCyUHBB8DexwwlCQW6SfBD99QCg==',
    },
  },
  {
    name: 'socket.io',
    language: 'JavaScript',
    versions: {
      '4.3.0': 'sha512-15eJ4fLho1uQTgdvAKlkMPvhvurky8KAc0F+wAdrSoIk+rKEYor8vPKiV5grp4J0sQpPms/AW7w9BV6b/HB0oA==',
      '4.5.3': 'sha512-zdpnnKU+H6mOp7nYRXH4GNv1ux6HL6+lHL8g7Ds7Lj8CkdK1jJK/dlwsKDculbyOHifcJ0Pr/yeXnZQ5GeFrcg==',
      '4.7.2': 'sha512-bvKVS29/I5fl2FGLNHuXlQaUH/BlzX1IN6S+NKLNZpBsPZIDH+90eQmCs2Railn4YUiww4SzUedJ6+uzwFnKLw==',
      '4.8.4': 'sha512-9ZV9zg8vN8hO3Y25DhR7nUkJ1VDnBhq5O/JrXhFT9s6+F0gqytSASTHVfCFc2mJXaTfARroErplXlzFWwETZqQ==',
    },
  },
  {
    name: 'markdown-it',
    language: 'JavaScript',
    versions: {
      '12.0.3': 'sha512-M57RsMv+QQmJHz1yCu0gTJRMx/LlxRPtrrw+2kb/CpDVK/graCmWO0qfNnz/SE1FCNdyq3pkMMZ+itTnyT/YGA==',
      '12.3.2': 'sha512-TchMembfxfNVpHkbtriWltGWc+m3xszaRD0CZup7GFFhzIgQqxIfn3eGj1yZpfuflzPvfkt611B2Q/Bsk1YnGg==',
      '14.2.0': 'sha512-1TGiQiJVRQ3NPmZH6sx5Cfnmg6GQm9jvC1ch4TK511NjSJvjzKLzn5pPfZRNZkRPZP0HqCioSndqH8v2nRaWVQ==',
      '15.0.3': 'sha512-+Az7Ojz3iRGu8KYMvJ6xVhvrxP3eE+vEtJX75Ow88XBpcQNV/0lGX5ZynIIBftREo4DC2jsveAMDaeltmm8QvQ==',
    },
  },
  {
    name: 'nodemon',
    language: 'JavaScript',
    versions: {
      '2.0.18': 'sha512-uAvrKipi2zAz8E7nkSz4qW4F4zd5fs2wNGsTx+xXlP8KXqd9ucE0vY9wankOsPboeDyuUGN9vsXGV1pLn80l/A==',
      '3.0.3': 'sha512-7jH/NXbFPxVaMwmBCC2B9F/V6X1VkEdNgx3iu9jji8WxWcvhMWkmhNWhI5077zknOnZnBzba9hZP6bCPJLSReQ==',
      '3.1.6': 'sha512-C8ymJbXpTTinxjWuMfMxw0rZhTn/r7ypSGldQyqPEgDEaVwAthqC0aodsMwontnAInN9TuPwRLeBoyhmfv+iSA==',
      '3.1.14': 'sha512-jakjZi93UtB3jHMWsXL68FXSAosbLfY0In5gtKq3niLSkrWznrVBzXFNOEMJUfc9+Ke7SHWoAZsiMkNP3vq6Jw==',
    },
  },
  {
    name: 'cheerio',
    language: 'JavaScript',
    versions: {
      '0.19.0': 'sha512-Fwcm3zkR37STnPC8FepSHeSYJM5Rd596TZOcfDUdojR4Q735aK1Xn+M+ISagNneuCwMjK28w4kX+ETILGNT/UQ==',
      '0.22.0': 'sha512-8/MzidM6G/TgRelkzDG13y3Y9LxBjCb+8yOEZ9+wwq5gVF2w2pV0wmHvjfT0RvuxGyR7UEuK36r+yYMbT4uKgA==',
      '1.1.1': 'sha512-bTXxVZeOfc3I97S4CSYVjcYvaTp92YOlwEUrVRtYrkuVn7S8/QKnnozVlztPcXlU039S2UxtsjAMyFRbX3V9gQ==',
      '1.2.0': 'sha512-WDrybc/gKFpTYQutKIK6UvfcuxijIZfMfXaYm8NMsPQxSYvf+13fXUJ4rztGGbJcBQ/GF55gvrZ0Bc0bj/mqvg==',
    },
  },
  {
    name: 'webpack',
    language: 'JavaScript',
    versions: {
      '5.106.0': 'sha512-Pkx5joZ9RrdgO5LBkyX1L2ZAJeK/Taz3vqZ9CbcP0wS5LEMx5QkKsEwLl29QJfihZ+DKRBFldzy1O30pJ1MDpA==',
      '5.108.2': 'sha512-sUWBWPJwWH+QHUObS4lfNaQ368Tj8NaHDBsRJcU/NmQpeOqxV5iQUT2c5nvDWi8WYR5ynF7az+PuMdc+oDLJOA==',
      '5.110.1': 'sha512-gInQB+jxXxgnZyvPwuzT5NGQmECDqeu85oxcrjinrYHqPoBex0hCAN2SFTJVyPVrK0Pq9E44VFP+e89fAc10/w==',
      '5.113.0': 'sha512-q54iF0LNaAAdLEt3al9qMXC2zARvcx7LVKjHp+ExjCRkGx0M8TmawGHAXykXwofWzxhNzPTAh3kLVXvNg0El4A==',
    },
  },
  {
    name: 'eslint',
    language: 'JavaScript',
    versions: {
      '9.39.5': 'sha512-DgZS62aPLXKlnxILS/AYCoRvHaZeXceIzlXPkkGGzJWSow1aEk0lbTlxUSlyjC8jcaKxAdOnTDz+o1JFSBsyjw==',
      '10.3.0': 'sha512-XbEXaRva5cF0ZQB8w6MluHA0kZZfV2DuCMJ3ozyEOHLwDpZX2Lmm/7Pp0xdJmI0GL1W05VH5VwIFHEm1Vcw2gw==',
      '10.8.1': 'sha512-wqA7W2jbsC/BnV9Iv1UZpKVFkO1AdNoSmYW8NWG4HNOBbkAMvIqDZ27pI2f07dqn583NcIC44ckjAcOXDL1QbQ==',
      '10.15.0': 'sha512-+5Wg4p+ze3sG1WErYgUO/3H1IQIfFBymVUA0Fo/XTeBOLS6UQIUekpSJ8sdRkn7O7wjh84b55w/roqavH2aScg==',
    },
  },
  {
    name: 'body-parser',
    language: 'JavaScript',
    versions: {
      '1.18.1': 'sha512-KL2pZpGvy6xuZHgYUznB1Zfw4AoGMApfRanT5NafeLvglbaSM+4CCtmlyYOv66oYXqvKL1xpaFb94V/AZVUnYg==',
      '1.20.2': 'sha512-ml9pReCu3M61kGlqoTm2umSXTlRTuGTx0bfYj+uIUKKYycG5NtSbeetV3faSU6R7ajOPw0g/J1PvK4qNy7s5bA==',
      '2.0.0': 'sha512-Dp+ktxd2u4GkMLJoVvSKLiEDsRRKvbTorW0k66C1Z2aI9X1xKoOIueI4Au7zmMS2yi3ECwdXRHclk/VjvrczDA==',
      '2.4.0': 'sha512-Ifk1KcLrxaGt1occQagQNFNNOqRt1LFuehEnHHzB8Z6cRgIxRU1TBaiIsUiCdA+gy5PL7Y1IX31DNKkRmxtXjQ==',
    },
  },
  {
    name: 'multer',
    language: 'JavaScript',
    versions: {
      '1.0.2': 'sha512-QlVh47KjnoiCd99dPSHvoLBbnbhSJ4AYyWhT/HVUZeudwVr9SQEG40IXxl+4tFW+VAE/NNxeQK14dHSN0K0/9g==',
      '1.3.0': 'sha512-wbAkTsh0QXkvqvHCU2qSLEXLuRN7IKMEe80+JrXfJzANniPNgrNcDOMKfGgR1EhL7y7MHIbODVwT7uaVY20ggw==',
      '2.0.0': 'sha512-bS8rPZurbAuHGAnApbM9d4h1wSoYqrOqkE+6a64KLMK9yWU7gJXBDDVklKQ3TPi9DRb85cRs6yXaC0+cjxRtRg==',
      '2.5.0': 'sha512-BsqOzYGVq49JcW2IzoSAxeKYRevb+dGGPPWleOR8Lrlk4igwxu1/9pwSXlByhCb7MVZDrNJFC0IBP5/O5nLYRw==',
    },
  },
  {
    name: 'passport',
    language: 'JavaScript',
    versions: {
      '0.2.2': 'sha512-LW5afpT0vIL1hpVIHyhUT07D5tGTBHMlqeEu64S1T6nHZB4q7xZ0Iv5ESok1vD0cjyXIRRRTZBtB/HsM7qe+8g==',
      '0.4.0': 'sha512-q6UQeX3ay/WkZmPwtc+Wi21NVPNggkbupE+swmsJsTptFi9cr6SiqUtfFkgfOth58gGKsooNSYajrEt9VF5IQg==',
      '0.5.1': 'sha512-MSLMqXppCECdQp4tM5kPwOr9SC6tYgDAJ+8boyFIZeGp7fvpxDuFD0Mfx5DEa6b+LsCjdA843HC+ZGavG9vDiA==',
      '0.7.0': 'sha512-cPLl+qZpSc+ireUvt+IzqbED1cHHkDoVYMo30jbJIdOOjQ1MQYZBPiNvmi8UM6lJuOpTPXJGZQk0DtC4y61MYQ==',
    },
  },
  {
    name: 'got',
    language: 'JavaScript',
    versions: {
      '14.4.5': 'sha512-sq+uET8TnNKRNnjEOPJzMcxeI0irT8BBNmf+GtZcJpmhYsQM1DSKmCROUjPWKsXZ5HzwD5Cf5/RV+QD9BSTxJg==',
      '14.6.2': 'sha512-bnhvxegqufyxHAmzwCZSscjGLVpw6/NzTXOk2tQVu/b9Q9FeMAgLabYulXEQRwP04UYltnkcZwvBq14fsdqvyw==',
      '15.0.2': 'sha512-opPIdoQSTOGqX3h0d8QQoqCX0oF728V1PFxbPqquAFSeWPUOlPQ3Gi6IKIqGm6NMcDl+DWUwQb2RR+xvuEJOQQ==',
      '16.1.0': 'sha512-LOvohAoc/3O8+Gi3E5RRvamkyXmJq9ewj/cimmqQYn+Me5OKCVHKQI9ygF0O882l573lrpLbKZpsydYRttpDEg==',
    },
  },
  {
    name: 'inquirer',
    language: 'JavaScript',
    versions: {
      '13.0.2': 'sha512-dgqORaV0s5vgDPFS5eSkq67xxDz8F4s1loWlDlSkqGs2JpU6WVIlp3c5TUvVDKwl53DlkcHYXzbEXDf4/Ipv3g==',
      '13.3.0': 'sha512-APTrZe9IhrsshL0u2PgmEMLP3CXDBjZ99xh5dR2+sryOt5R+JGL0KNuaTTT2lW54B9eNQDMutPR05UYTL7Xb1Q==',
      '14.0.0': 'sha512-W0xnGyYC4yUe36RHOPKjPqNMTCEdT56n+lIvUtaErh53wdwhAN/P+NSQT38BdewCpoBmCmbGqK470vaznfF+yg==',
      '14.2.5': 'sha512-s5r4MqAyAXGau1AYf9weaQbj6wbkY/wuuqROGRwyEiR3KvE4QSJ8y5OYfOfWLYyRVhoK6zU2hNmf9vbt/k+Wag==',
    },
  },
  {
    name: 'postcss',
    language: 'JavaScript',
    versions: {
      '8.5.10': 'sha512-pMMHxBOZKFU6HgAZ4eyGnwXF/EvPGGqUr0MnZ5+99485wwW41kW91A4LOGxSHhgugZmSChL5AlElNdwlNgcnLQ==',
      '8.5.18': 'sha512-xdB1oSLHbz1vRWgCDalrCqEFTWzFlhqFC5tIHLMOSUIjhm3XXQ1qrFy8S/ESr1JYRRXqM3c1QFiMZUJdUTqyMQ==',
      '8.5.25': 'sha512-DTPx3RWSSnWyzLxQnlH0rJP+EW5ekl16ZU4/psbIhA0e53kJfdgaN5vKM+xP7yJtXVu+nfdVFmlgFDEKAe4Pyw==',
      '8.5.33': 'sha512-RVHEU9/Pp1Fnjr/MpAJsZoADukCKhfIi15OunEYiGktIkYLkPVvC1sioWolGDS7XByMTx9m/IGbro0Js13zhnQ==',
    },
  },
  {
    name: 'stylelint',
    language: 'JavaScript',
    versions: {
      '16.26.1': 'sha512-v20V59/crfc8sVTAtge0mdafI3AdnzQ2KsWe6v523L4OA1bJO02S7MO2oyXDCS6iWb9ckIPnqAFVItqSBQr7jw==',
      '17.6.0': 'sha512-tokrsMIVAR9vAQ/q3UVEr7S0dGXCi7zkCezPRnS2kqPUulvUh5Vgfwngrk4EoAoW7wnrThqTdnTFN5Ra7CaxIg==',
      '17.11.1': 'sha512-+smN/HqVTggUx3iuAzOi9fPh8SrH+cJWlZrYVldXoJ06orWBhZ4Ue/QEp64oei6pVrAh4w3tG+Y12Vw7MbCFRQ==',
      '18.1.0': 'sha512-QbF/IY7KY6lZRhYU/vmPU1KYxc71wgkXdgeptqzTh3lbnZps6WHaskfPjpL6Fh4JaCzwkKKitVcMrpfQTSwwPA==',
    },
  },
  {
    name: '@tanstack/react-query',
    language: 'TypeScript',
    versions: {
      '5.102.5': 'sha512-PyTmSq2nW4MnPuQ/T4hZbH2BYShpgCLSJNwCaPEEYO3RWd9yX611wOMm7etz2SZWVh4N7Azag5iZLMDqYTzfNA==',
      '5.104.0': 'sha512-e1TZmDCQnWIfiDVryIHeA6Idj+Lfx1hORLOhXS/l5wcgvtVD4yYqbTDl378sGQKIi2cSgb0TEMC9cKK8GGoJEw==',
      '5.105.1': 'sha512-qcu+/+PtBOjW8qU4/0l47QVmNG7hPOWsCLzP0bTRhE1X7HYa757C4732wXTUH0QhCjTV1yedX8onsCiEwlNYrA==',
      '5.108.4': 'sha512-GlTa94kfEKTVsbzXe58rFA3GZ0ZE7N1aFtbZAfOS3XxMv8YNn4C+8rsz40LorHLazdm5PsqCroWaYAR+ZkMXMQ==',
    },
  },
  {
    name: '@tanstack/table-core',
    language: 'TypeScript',
    versions: {
      '8.15.1': 'sha512-Ra+LKPv4Z0/kKovm9KPm9TcoRQN+0lY0Ohu9H+C9hzmFHzMSug4xF/3jzu8jmuuyTeyvj0A0QsAD5XQ8vad8bQ==',
      '8.19.4': 'sha512-7P3yk4rbMuFAeZ6lQ3DD98BYXzd/vN6Pr4vETr/gfpGpu9LA/kqIyDhXBuJA8ZBpk1jaZNxkm64HxBUxSiUVyw==',
      '9.1.0': 'sha512-tvnnqdWlvF/l6P65yS4ca4keW2VCC3e+OTT8/pUM7ZF5OQBJ7zTVy67T0lLpWBpkELrZN8sFJxY5DHF05fLUDQ==',
      '9.3.1': 'sha512-zQvlxSNi2qGM3L4jh85Z6hqMfdIR5qOfD9KHOU32nuKFJGN0RlJ7UvV1lsPb1fPVhpFYI0VP3jJGxLdLDpTKjQ==',
    },
  },
  {
    name: '@tanstack/virtual-core',
    language: 'TypeScript',
    versions: {
      '3.17.1': 'sha512-VZyW2Uiml5tmBZwPGrSD3Sz73OxzljQMCmzYHsUTPEuTsERf5xwa+uWb01xEzkz3ZSYTjj8NEb/mKHvgKxyZdA==',
      '3.17.9': 'sha512-M8Bzy7CCMvUjRiuoHVH9mRjyUVczRs8v8RcUEphLFGc445ZP4KQ15Y1sLqhQqJi/HgGJrxfCHnEnIX0x9mVrBg==',
      '3.19.3': 'sha512-jPxPiyBaUn+IChc8sfYNKn7B2SCOxYO1mCJrh7U4ldmrMxun19q/iw+jHRYk2cR/KNEjW8ABJrufX41m342Sqw==',
      '3.19.11': 'sha512-/5iHb0RHBvj8Di59FDs4ESNm45jls33aZAi4zccVXZjc/6ZvwQP6nzEYeT6weXjTf9E6/vrp2JhYWRyO+ZP13A==',
    },
  },
  {
    name: '@tanstack/router-core',
    language: 'TypeScript',
    versions: {
      '1.171.16': 'sha512-/qwawP5a45puA9DQtG8syrChWCV7uGMYs1p5rwgrICgiS/0pHo7zNOFyfVI02J1azWhCfFc6w6+SuiivPESYAA==',
      '1.171.24': 'sha512-+j+8NmV4QOS+ILNLdXFlLTdKPPbBQIy6mXDZ0QWEKYZ0xQOdlnOCXVHPflyGanD2SWSxjqGkw8CsW0CXXP7fLg==',
      '1.171.31': 'sha512-pgJlvaRPiADIrAIOrzFVQTXOzrv1t7T6DkAmNny9p6ojw9QlhKPN5Aqhimgn06/KX/eVBrq03QAJfqedISASMw==',
      '1.171.39': 'sha512-qUhoJ0meuSUqGYQbHbcJYdASr06YtK+bulbj6vtrhKYFkLgkSsZ6tXmMyym7sFxiSJSPYgasgozrL01LyyR/6A==',
    },
  },
  {
    name: 'effect',
    language: 'TypeScript',
    versions: {
      '3.19.17': 'sha512-MChgn9z0y3KJ2DJ+VsZt1bdVDJ0bDIZt9zm4s3iPpRLzgcEGDOIP8pwADjAWifaP0S672nlRE5rZPBbyDcjn1g==',
      '3.21.3': 'sha512-RqwU7WnJ6CqYhyjpOVJA5vh1Sgkn6eVECO6mnD0EjlbWcC2M3LJaPglXXr13Rdo/Y+B+wTEPzGRYFNL2xKxNeQ==',
      '3.22.4': 'sha512-RNshu7AXVxxDh6aS4lothhJ+QoZ4xSykbWNaaVdvDN72RMyVwhCGdALkyl1TbEydgAmRIdD1eTyJqBUGwSBGDA==',
      '4.1.0': 'sha512-lGx2MJJyrXA8RZb2UpQ/0Nkb5Utaimby7oD92+18noBxLPE85IFOvptdzau8dvcxAOwfwHo9iqapbKeFzqQM/Q==',
    },
  },
  {
    name: '@react-navigation/native',
    language: 'TypeScript',
    versions: {
      '7.2.6': 'sha512-Lvxb8ShLnsuK1pjFoN1jym/8c68IvJQlkrDhQXDJq10o3lU36Oxsmc9BdtN+Z4yJRYSbx3Qh+Wpom75QehC4og==',
      '7.3.7': 'sha512-zCfbCvXWfKsaYtJ87MxQp/b0kBAUNhi+klMv0cA3F1VqY82O02L/wbuoEUKJXkc7MLFMIAAhOeeAW4CQwaBx2A==',
      '7.3.14': 'sha512-hcKTDNBuuAA1/xW6QeKYmMPVhk5W9dKGQpPmn5dQeeePwMpu5OZ14NOgwKH0w9D3tg2jupojTcVL0tsx5DTFXg==',
      '7.5.1': 'sha512-p9xOvhG8q8rq0FPAoh0JC22ALbyRZt7U2uH8XrHRDjvqOEFrumME7szM6LaWW2WctolAVeZAfOTV+pUKULI/kQ==',
    },
  },
  {
    name: '@gorhom/bottom-sheet',
    language: 'TypeScript',
    versions: {
      '5.0.4': 'sha512-DTKFE+KwcS4Du5hbzTzh3r9hdfEfYmChcRi6hSeiDPGiCMq8GQ7VD5VE1WaFRrEbcc0+Seu1ZEjsf+JMcFM4vg==',
      '5.1.5': 'sha512-zn7IZMsEyVehB+hSl+VxHjk62PERyvQheBvhPzeZU+82ozDZ+qRxyrWMKy5YBFGka7DDfDgoPUUCCiaIWFyqmg==',
      '5.2.6': 'sha512-vmruJxdiUGDg+ZYcDmS30XDhq/h/+QkINOI5LY/uGjx8cPGwgJW0H6AB902gNTKtccbiKe/rr94EwdmIEz+LAQ==',
      '5.2.14': 'sha512-uLQFlDjp9z+jrOFcMSEldPqL5JdaXL3vXOh+juhwoNvXgTsEorJLjHTugXu+YccAG/0KJnShzKCrb71MHBsvJg==',
    },
  },
  {
    name: 'react-native-paper',
    language: 'TypeScript',
    versions: {
      '5.11.5': 'sha512-xM+VU8OjbRZ5AEpbW1gSTrerHzYmZMiUgB7RNz3lMbdSRWk39gmnIKVyI3vGIK/21R6lYikbFsfEe2XKKinQnw==',
      '5.12.5': 'sha512-Qpqd1g9PClmjGj/Dkr1htAwt8cTZ3SCHVmhttxRuG/QML7KzHm5ArLNgR7vz5dW1EwJqTmyl/3gd6gnrtw90mw==',
      '5.14.0': 'sha512-lKqIerPMBHuFYVeKqQV6uyMQ3HPEQps3a1TUv3QqkuNQeCSUzoKDmOMFR7gW8E7a7ay6px166ngYO1Sgy9HsVg==',
      '5.15.3': 'sha512-GEyNTmWElIZgnYw09AjjCNupRYzCmP79uAAyGSyCEUZz7KBz1wtJcC0wVUkozR1Rn3PK/td/9LlR6+F1hzmYvA==',
    },
  },
  {
    name: 'react-native-mmkv',
    language: 'TypeScript',
    versions: {
      '1.0.0': 'sha512-IurdKBlU9qFnXn3+6w6fHJucTd7JaXl6hNDsSPHDFyfzBCi29bW2sx+JcAwXo+lfpPb/7GSEzRXqNqn5Zv5YDw==',
      '4.0.1': 'sha512-0JjO0U33b2hngFACsGwxoMCOZlCChP6R42aqvU85kXBaxY/kltSYr0FW9T6lkU3uEkE4IWMV1eLjoJplEY920w==',
      '4.2.0': 'sha512-LB1GeqkSJtu33li0nzgvo4W2RbsGfObXgQG2LBmbxfQP3sX+Q13OANoeKnJ1vwU8v4xNn4jWrA4vl3GuOt1/Rw==',
      '4.3.2': 'sha512-49OAyfkg0/TMWiWELZN6VuVQPZPhizwL4DTmp8b7B1md3dB/s3LH3mGfC3T+lp9W0y/rqxZMEnotLFTIbOAenQ==',
    },
  },
  {
    name: '@shopify/flash-list',
    language: 'TypeScript',
    versions: {
      '1.6.3': 'sha512-XM2iu4CeD9SOEUxaGG3UkxfUxGPWG9yacga1yQSgskAjUsRDFTsD3y4Dyon9n8MfDwgrRpEwuijd+7NeQQoWaQ==',
      '1.8.0': 'sha512-APZ48kceCCJobUimmI2594io+HujELK60HFKgzIyIdHGX5ySR5YfvsPy3PKtPwHHDtIMFNaq3U/BY3qZocOhCA==',
      '2.0.3': 'sha512-jUlHuZFoPdqRCDvOqsb2YkTttRPyV8Tb/EjCx3gE2wjr4UTM+fE0Ltv9bwBg0K7yo/SxRNXaW7xu5utusRb0xA==',
      '2.3.2': 'sha512-vQnd0y0Ag11yzS30llaeCrtIU3xYTMe7KEOP3dveLImnVjQEUw6BEg1+Ztja6aODlVNz1BpvxtlQ5eZGxiLwKw==',
    },
  },
  {
    name: '@autorest/python',
    language: 'Python',
    versions: {
      '5.4.0': 'sha512-EdAOobrU2DlNsbTbzsxvxp1QD/jQVfeoN8W6wicSmyN6G06HHT51h8tXnpZawKYw1/Sw2Gt+64PVTLBSeJcX4Q==',
      '6.13.0': 'sha512-0o8dqu3UW7qz0JF+jSaYrwOZZTT1NQaJbCgAWySqIhcuI9NIRLRABn0bx2sVMntZgPpO4C/cm1KBceCtU9JlQQ==',
      '6.27.2': 'sha512-j+TT2GoxZBJWWmZ59uCXzyTBVB2VZfBOJsBNy2F7g9QxSWaFZCrZcKf+Q6J32sTXtWqAYd955LXIVajIXVSuNg==',
      '6.50.3': 'sha512-spDi3x/piWOYOE0Obk7gQ90aZs7mrWwo9xYOTY2p0bjW3dH7TY+Yz4ngQrAduGW+3jfImkQCEQXoxhApNOpwdg==',
    },
  },
  {
    name: '@typespec/http-client-python',
    language: 'Python',
    versions: {
      '0.2.0': 'sha512-LIxMmYX3uP6OjoOC8fFFFEjuFaRieELnztYC2b/BK8uY2RxpgaH3pm1LyZTgrOUdWtjHM86RhtuqsRuhWMewEg==',
      '0.11.3': 'sha512-ikNjmIadoLmBf26/+3njMWs0jeqEvNalPvxGIYv4q9L08TQIUYFUMDLWzwZQr9RA8U7B++5PtSG06MGbfK8vOw==',
      '0.16.0': 'sha512-4eLOnm4Pd/KSbYPbXO3Ed97Ts7UpAkbWaRRPH554d7JBkVUH652yu0JVf6xQc7YEBMh2K+sDURGNTz0fDuMLgQ==',
      '0.28.3': 'sha512-UkahPQB23vAYFY+7YtN1H+wG1+H642Hw8FlF5LAEtSx0bu2PNkrQe9W8COZWLoVKBuWh5oLJEzVZd8FRP9nBbg==',
    },
  },
  {
    name: 'tree-sitter-python',
    language: 'Python',
    versions: {
      '0.13.2': 'sha512-qNGydGW/mKwng3G7Fml/DjhrjNbpECwwq90awnfU4B+4YAhs5/pCL5OIGWGs6wkB3mZ4eIKZ4NOFIDgAyOAwFA==',
      '0.16.0': 'sha512-DtMdqQeIJpibuSacNi4uLb3fKLEqZO18um6iKd7zLgKFU7mgPOaC+PPTGzRY8YEcW9zrcBbC++msMFphw1buXA==',
      '0.20.3': 'sha512-8R+00dCgTCBo2x9e53s3QnSoQhjrGJcxXHSfKSBcWwwZLTbiHqj/YKj7Ey6pYqPCgjCVPJ+bEIUCH3jTtTGzqA==',
      '0.25.0': 'sha512-eCmJx6zQa35GxaCtQD+wXHOhYqBxEL+bp71W/s3fcDMu06MrtzkVXR437dRrCrbrDbyLuUDJpAgycs7ncngLXw==',
    },
  },
  {
    name: '@ast-grep/napi',
    language: 'Rust',
    versions: {
      '0.39.9': 'sha512-qtLLQq1a3isK0iaq0Drl7Qt4PqeyjTrpFxNdA/20O/jYkGiA/oJA8DLMn1bzczsfjlUohe4dg39bpeAqG02uvA==',
      '0.41.1': 'sha512-OYQVWBbb43af2lTSCayMS7wsZ20nl+fw6LGVl/5zSuHTZRNfANknKLk3wMA4y7RIaAiIwrldAmI6GNZeIDRTkQ==',
      '0.44.1': 'sha512-dJAJVYRKmUjXn+4mXUgfRvMrWujB9mLzPSq/2e8J7n6Hn3dY4jpZNpChj6hMi7PlZ2J2c7coAVoDBaax06uvXw==',
      '0.51.2': 'sha512-bMyr6naywreBBsqW3uv0yc4gC+ghxSSxGYcGvsVjEx3NaQUosp1o8z3tEEqrgtJhtjkT+RNd7R3YLm1+0niaig==',
    },
  },
  {
    name: '@nomicfoundation/solidity-analyzer',
    language: 'Rust',
    versions: {
      '0.0.3': 'sha512-VFMiOQvsw7nx5bFmrmVp2Q9rhIjw2AFST4DYvWVVO9PMHPE23BY2+kyfrQ4J3xCMFC8fcBbGLt7l4q7m1SlTqg==',
      '0.1.1': 'sha512-1LMtXj1puAxyFusBgUIy5pZk3073cNXYnXUpuNKFghHbIit/xZgbk0AokpUADbNm3gyD6bFWl3LRFh3dhVdREg==',
      '0.1.2': 'sha512-q4n32/FNKIhQ3zQGGw5CvPF6GTvDCpYwIf7bEY/dZTZbgfDsHyjJwURxUJf3VQuuJj+fDIFl4+KkBVbw4Ef6jA==',
    },
  },
  {
    name: '@nomicfoundation/slang',
    language: 'Rust',
    versions: {
      '0.10.1': 'sha512-qU9eHCExF6Hix4KPXHv1oQN1vWYGeOrHJXZ+uxroCMZ4Tf5P/kSrxVI2SqnVmwpSdxrwJdDQ9cI8Fe6PV7YDCA==',
      '0.17.0': 'sha512-1GlkGRcGpVnjFw9Z1vvDKOKo2mzparFt7qrl2pDxWp+jrVtlvej98yCMX52pVyrYE7ZeOSZFnx/DtsSgoukStQ==',
      '1.2.0': 'sha512-+04Z1RHbbz0ldDbHKQFOzveCdI9Rd3TZZu7fno5hHy3OsqTo9UK5Jgqo68wMvRovCO99POv6oCEyO7+urGeN8Q==',
      '1.3.8': 'sha512-it0o2vGb56kqOEUiIreLTqEwiWitWDDOiUCWCO3PfzBXD3kkIFLQ3Ly/4xNgCo0LF5xqGECr+DcCNbfspSClPA==',
    },
  },
  {
    name: 'libsql',
    language: 'Rust',
    versions: {
      '0.4.6': 'sha512-F5M+ltteK6dCcpjMahrkgT96uFJvVI8aQ4r9f2AzHQjC7BkAYtvfMSTWGvRBezRgMUIU2h1Sy0pF9nOGOD5iyA==',
      '0.5.8': 'sha512-+OopMI1wM/NvAJTHf3O3+beHd1YfKLnSVsOGBl3/7UBDZ4ydVadkbBk5Hjjs9d3ALC5rBaftMY59AvwyC8MzPw==',
      '0.5.15': 'sha512-N1ZhjpTadoxDW8UNssgJyZz+cAX/gi9OxOFHapH8AY6p7Qk/6umTC5UwQ+6bPnACDcxqbzhRlbLO+Mk60owFRA==',
      '0.5.29': 'sha512-8lMP8iMgiBzzoNbAPQ59qdVcj6UaE/Vnm+fiwX4doX4Narook0a4GPKWBEv+CR8a1OwbfkgL18uBfBjWdF0Fzg==',
    },
  },
  ...laterNativePackages,
];
